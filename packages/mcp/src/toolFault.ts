/** A tool cannot answer, for a reason that its caller should read. */
export class ToolFault extends Error {
  override name = 'ToolFault';
}
