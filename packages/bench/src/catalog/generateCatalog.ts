import type { Registration } from '@shirube/contracts';
import { variedServices } from '@shirube/evaluate';
import { readTaskTexts } from '@shirube/language';

/** Generates any number of services, deterministically, whose texts and hosts differ as in a real catalog. */
export async function generateCatalog(count: number): Promise<Registration[]> {
  return variedServices(await readTaskTexts(), count).map(({ registration }) => registration);
}
