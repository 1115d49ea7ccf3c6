// Bundled as one script: shared code compresses better, and there are fewer files.
export { CheckPage } from '../check/checkPage.js';
export { ComparePage, readComparison } from './comparePage.js';
export { ProviderPage } from './providerPage.js';
export { ServicePage } from './servicePage.js';
