import { hash } from 'node:crypto';
import type { SearchDocument } from '@shirube/contracts';

/** The key of a document's texts: whatever else changes, what was made of them stays the same. */
export const textKey = ({ service, categoryText }: SearchDocument): string =>
  hash('sha1', JSON.stringify([service.name, service.description, categoryText]), 'base64url');
