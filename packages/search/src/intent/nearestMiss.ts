import type { IntentConstraints, Service } from '@shirube/contracts';
import type { QueryLanguage } from '@shirube/language';

const units: Record<string, string> = { JPY: '円', USD: 'ドル' };
const statusesJa: Record<Service['status'], string> = {
  verified: '検証済み',
  unverified: '未検証',
  inactive: '停止中',
};

/** Returns an amount as people of a language write it. */
function amountOf(language: QueryLanguage, amount: string, currency: string): string {
  const unit = language === 'ja' ? units[currency.toUpperCase()] : undefined;
  return unit ? amount + unit : `${amount} ${currency}`.trim();
}

/** Describes the constraints of a query: "at most 0.01 USDC, on base or polygon, verified". */
function demands(language: QueryLanguage, constraints: IntentConstraints): string {
  const { maxPricePerRequest: max, minPricePerRequest: min, exclusive, currency = '', status } = constraints;
  const { notCurrencies = [], chains = [], notChains = [], without = [], free, minTrust, minUptime } = constraints;
  const amount = (bound = '') => amountOf(language, bound, currency);
  const demanded: [isStated: boolean | undefined, ja: string, en: string][] = [
    [min !== undefined, `${amount(min)}以上`, `at least ${amount(min)}`],
    [
      max !== undefined,
      `${amount(max)}${exclusive ? '未満' : '以下'}`,
      `${exclusive ? 'under' : 'at most'} ${amount(max)}`,
    ],
    [max === undefined && min === undefined && currency !== '', currency, currency],
    [notCurrencies.length > 0, `${notCurrencies.join('と')}以外`, `not in ${notCurrencies.join(' or ')}`],
    [chains.length > 0, chains.join('か'), `on ${chains.join(' or ')}`],
    [notChains.length > 0, `${notChains.join('と')}以外`, `not on ${notChains.join(' or ')}`],
    [status !== undefined, status ? statusesJa[status] : '', status ?? ''],
    [free, '無料', 'free'],
    [minTrust !== undefined, `信頼度${minTrust}以上`, `trust of at least ${minTrust}`],
    [minUptime !== undefined, `稼働率${minUptime}%以上`, `uptime of at least ${minUptime}%`],
    [without.length > 0, `${without.join('と')}を除く`, `without ${without.join(' and ')}`],
  ];
  const stated = demanded.filter(([isStated]) => isStated);
  return language === 'ja' ? stated.map(([, ja]) => ja).join('・') : stated.map(([, , en]) => en).join(', ');
}

/** Says that a constraint of the query left no result, and names the service that comes nearest without it. */
export function nearestMissReason(
  language: QueryLanguage,
  constraints: IntentConstraints,
  { name, pricing, supportedChains, status }: Service,
): string {
  const offer = [
    amountOf(language, pricing.pricePerRequest, pricing.currency),
    ...supportedChains,
    language === 'ja' ? statusesJa[status] : status,
  ].join(language === 'ja' ? '、' : ', ');
  return language === 'ja'
    ? `条件（${demands(language, constraints)}）を満たすサービスはありませんでした。最も近いのは「${name}」（${offer}）です。`
    : `Nothing meets the condition (${demands(language, constraints)}). The nearest miss is "${name}" (${offer}).`;
}
