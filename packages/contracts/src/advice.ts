import type { Check, Verdict } from './check.js';

const advice: Record<Exclude<Verdict, 'ok'>, string> = {
  wrong_price: 'It asks for more than is registered: change one of the two.',
  wrong_address: 'It asks for payment to another address than is registered: change one of the two.',
  wrong_network: 'It asks for payment on other networks than is registered: change one of the two.',
  wrong_asset: 'It asks for another coin than is registered: change one of the two.',
  redirected: 'It leads to another host: give the address there.',
  no_challenge: 'It answers without asking for payment: let requests that have not paid be answered with 402.',
  bad_challenge: 'Its 402 cannot be read: send the header PAYMENT-REQUIRED, or a body, as x402 has it.',
  method_not_allowed: 'It takes neither GET nor POST: let one of them reach the challenge.',
  blocked: 'It refuses who has not paid, or asks often: let such requests reach the challenge.',
  not_found: 'It answers 404: give the address of the resource itself.',
  server_error: 'It answers with an error of its own: look into its log.',
  timeout: 'It does not answer in time: let the challenge be sent before the work is done.',
  tls: 'Its certificate cannot be trusted: renew it, and serve the whole chain.',
  dns: 'The name of its host is not known: look at its DNS records.',
  refused: 'No connection can be made: it must listen at a public address and a usual port.',
  template_url:
    'It has placeholders, and there is no example to fill them with: give an example of each in the document.',
};

const details = new Map([
  ['address_not_public', 'Its host is not public: only what everybody can reach can be registered.'],
  ['address_not_allowed', 'It is not an http or https address without user name: give one.'],
  ['port_not_allowed', 'Its port is not one that is asked: use a usual one, such as 443.'],
  ['body_too_large', 'Its 402 is larger than 64 kB: send a smaller one.'],
  ['no_offer', 'Its 402 has an empty `accepts`: offer one way to pay at least.'],
]);

/** What is wrong with an endpoint by a check, and how to fix it, in a sentence; undefined when nothing is. */
export function adviceOf({
  verdict,
  detail = '',
  httpStatus,
}: Pick<Check, 'verdict' | 'detail' | 'httpStatus'>): string | undefined {
  if (verdict === 'ok') return undefined;
  if (verdict === 'no_challenge' && httpStatus !== undefined && httpStatus >= 400)
    return `It answers ${httpStatus} before 402: let unauthenticated requests reach the challenge.`;
  if (verdict === 'blocked')
    return `It answers ${httpStatus} in place of 402: let unauthenticated requests reach the challenge.`;
  return details.get(detail) ?? advice[verdict];
}
