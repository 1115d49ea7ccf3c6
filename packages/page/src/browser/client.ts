import { createClient } from '@shirube/client';

/** The directory that serves this page. */
export const client = createClient();
