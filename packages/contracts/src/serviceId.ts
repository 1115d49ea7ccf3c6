export const serviceIdPattern =
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$';
const uuidV7 = new RegExp(serviceIdPattern);

/** Whether `text` has the form of a service id; anything else is simply not found. */
export function isServiceId(text: string): boolean {
  return uuidV7.test(text);
}
