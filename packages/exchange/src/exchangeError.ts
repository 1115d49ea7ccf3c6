/** What is to be taken over or given away cannot be, for a reason that the sentence tells. */
export class ExchangeError extends Error {
  override name = 'ExchangeError';
}
