/** An import, mirror, export, backup or restore that cannot be done. The message says why. */
export class ExchangeError extends Error {
  override name = 'ExchangeError';
}
