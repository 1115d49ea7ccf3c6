import { hash } from 'node:crypto';
import type { SearchDocument } from '@shirube/contracts';

/** Returns the key of a document's texts. What is derived from them stays valid, whatever else changes. */
export const textKey = ({ service, categoryText }: SearchDocument): string =>
  hash('sha1', JSON.stringify([service.name, service.description, categoryText]), 'base64url');
