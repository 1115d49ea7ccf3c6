import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { DirectoryReads } from './directoryReads.js';

const mimeType = 'application/json';
const categories = 'shirube://categories';
const service = /^shirube:\/\/services\/([^/]+)$/;

export const resourceListing = [
  { uri: categories, name: 'categories', description: 'The categories with their number of services.', mimeType },
];
export const resourceTemplates = [
  {
    uriTemplate: 'shirube://services/{id}',
    name: 'service',
    description: 'One service with how it is called, its trust and its status.',
    mimeType,
  },
];

async function read(reads: DirectoryReads, uri: string): Promise<unknown> {
  if (uri === categories) return reads.listCategories();
  const [, id] = service.exec(uri) ?? [];
  return id === undefined ? undefined : reads.findService(id);
}

/** Reads the resource at a URI of the directory as JSON. */
export async function readResource(reads: DirectoryReads, uri: string) {
  const found = await read(reads, uri);
  if (found === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such resource.');
  return { contents: [{ uri, mimeType, text: JSON.stringify(found) }] };
}
