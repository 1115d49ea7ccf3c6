import type { IntentConstraints, Service } from '@shirube/contracts';
import type { QueryLanguage } from '@shirube/language';

/** Describes the constraints of a query: "at most 0.01 USDC, on base or polygon, verified". */
function demands(language: QueryLanguage, constraints: IntentConstraints): string {
  const { maxPricePerRequest: max, minPricePerRequest: min, exclusive, currency } = constraints;
  const {
    notCurrencies = [],
    chains = [],
    notChains = [],
    status,
    free,
    minTrust,
    minUptime,
    without = [],
  } = constraints;
  const amount = (bound: string) => [bound, currency].filter(Boolean).join(' ');
  const isPriced = max !== undefined || min !== undefined;
  if (language === 'ja') {
    return [
      min !== undefined && `${amount(min)}以上`,
      max !== undefined && `${amount(max)}${exclusive ? '未満' : '以下'}`,
      !isPriced && currency,
      notCurrencies.length > 0 && `${notCurrencies.join('と')}以外`,
      chains.join('か'),
      notChains.length > 0 && `${notChains.join('と')}以外`,
      status,
      free && '無料',
      minTrust !== undefined && `信頼度${minTrust}以上`,
      minUptime !== undefined && `稼働率${minUptime}%以上`,
      without.length > 0 && `${without.join('と')}を除く`,
    ]
      .filter(Boolean)
      .join('・');
  }
  return [
    min !== undefined && `at least ${amount(min)}`,
    max !== undefined && `${exclusive ? 'under' : 'at most'} ${amount(max)}`,
    !isPriced && currency,
    notCurrencies.length > 0 && `not in ${notCurrencies.join(' or ')}`,
    chains.length > 0 && `on ${chains.join(' or ')}`,
    notChains.length > 0 && `not on ${notChains.join(' or ')}`,
    status,
    free && 'free',
    minTrust !== undefined && `trust of at least ${minTrust}`,
    minUptime !== undefined && `uptime of at least ${minUptime} %`,
    without.length > 0 && `without ${without.join(' and ')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Says that a constraint of the query left no result, and names the service that comes nearest without it. */
export function nearestMissReason(
  language: QueryLanguage,
  constraints: IntentConstraints,
  { name, pricing, supportedChains, status }: Service,
): string {
  const offer = `${pricing.pricePerRequest} ${pricing.currency}, ${supportedChains.join(', ')}, ${status}`;
  return language === 'ja'
    ? `条件（${demands(language, constraints)}）を満たすサービスはありませんでした。最も近いのは「${name}」（${offer}）です。`
    : `Nothing meets the condition (${demands(language, constraints)}). The nearest miss is "${name}" (${offer}).`;
}
