import { Type } from '@sinclair/typebox';
import { ToolFault } from './tool.js';

export const ServiceId = Type.String({
  description: 'As a search returned it.',
  expected: 'the id of a service, as a search returned it',
});

/** What was found, or a fault that says where ids come from. */
export function required<Found>(found: Found | undefined): Found {
  if (found === undefined)
    throw new ToolFault('There is no service with this id. Take the id from find_services or search_keywords.');
  return found;
}
