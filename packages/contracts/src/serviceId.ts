const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether `text` has the form of a service id; anything else is simply not found. */
export function isServiceId(text: string): boolean {
  return uuidV7.test(text);
}
