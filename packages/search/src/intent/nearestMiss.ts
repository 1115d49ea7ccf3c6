import type { IntentConstraints, Service } from '@shirube/contracts';
import type { QueryLanguage } from '@shirube/language';

/** What a query demanded, in words: "at most 0.01 USDC on base, verified". */
function demands(
  language: QueryLanguage,
  { maxPricePerRequest, exclusive, currency, chain, status }: IntentConstraints,
): string {
  const amount = [maxPricePerRequest, currency].filter(Boolean).join(' ');
  if (language === 'ja') {
    const price = maxPricePerRequest === undefined ? currency : `${amount}${exclusive ? '未満' : '以下'}`;
    return [price, chain, status].filter(Boolean).join('・');
  }
  const price = maxPricePerRequest === undefined ? currency : `${exclusive ? 'under' : 'at most'} ${amount}`;
  return [price, chain && `on ${chain}`, status].filter(Boolean).join(', ');
}

/** Says that a condition of the query left nothing, and names the service that comes nearest without it. */
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
