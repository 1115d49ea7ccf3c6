/** The part of a tap test that the functions here use. */
export interface TestContext {
  teardown(fn: () => unknown): void;
  pass(message: string, extra: { skip: string }): unknown;
}
