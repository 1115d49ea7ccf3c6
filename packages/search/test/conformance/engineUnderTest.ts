import type { SearchIndex, SearchReader } from '../../dist/index.js';

/** Both sides of an engine, on a separate index that is prepared and empty. */
export interface EngineUnderTest {
  reader: SearchReader;
  index: SearchIndex;
}
