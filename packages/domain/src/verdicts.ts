/** What a verdict says about a service, compared with its registration. */
export type VerdictKind =
  /** The service asks for the registered terms. */
  | 'good'
  /** The service responds, but asks for other terms, for no payment, or in a form that cannot be parsed. */
  | 'contradiction'
  /** The service responds, but the response does not tell its terms. */
  | 'neutral'
  /** The service cannot be used. */
  | 'failure'
  /** The check says nothing, because the request could not be made. */
  | 'silent';

/** Every verdict with its kind. */
export const verdicts = {
  ok: 'good',
  other_details: 'good',
  wrong_price: 'contradiction',
  wrong_address: 'contradiction',
  wrong_network: 'contradiction',
  wrong_asset: 'contradiction',
  redirected: 'contradiction',
  no_challenge: 'contradiction',
  bad_challenge: 'contradiction',
  method_not_allowed: 'failure',
  blocked: 'failure',
  not_found: 'failure',
  server_error: 'failure',
  timeout: 'failure',
  tls: 'failure',
  dns: 'failure',
  refused: 'failure',
  template_url: 'silent',
} as const satisfies Record<string, VerdictKind>;

export type Verdict = keyof typeof verdicts;
