/** The part of a tap test that this package uses. */
export interface TestContext {
  teardown(fn: () => unknown): void;
  pass(message: string, extra: { skip: string }): unknown;
}
