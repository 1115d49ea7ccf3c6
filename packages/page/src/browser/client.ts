import { createClient } from '@shirube/client';

/** A client of the directory that serves this page. */
export const client = createClient();
