import { localised } from '../language/language.js';

const en = {
  intro: 'Current figures for the whole catalog.',
  count: 'Services',
  plot: 'Plot',
  byStatus: 'By status',
  byCategory: 'By category',
  byChain: 'By chain',
  prices: 'Prices per request',
  pricesHint:
    'On a logarithmic scale. The line spans all prices, the box is the middle half, and the mark is the median.',
  quartiles: ['Lowest', 'Lower quartile', 'Median', 'Upper quartile', 'Highest'],
  uptime: 'By uptime (30 days)',
  uptimeLabel: 'Uptime',
  uptimeHint: 'Only services that have been checked.',
  uptimeFrom: { 100: '100 %', 99: '99 % to 100 %', 95: '95 % to 99 %', 90: '90 % to 95 %', 0: 'Below 90 %' } as Record<
    number,
    string
  >,
  additions: 'New services per week',
  settlements: 'Settlements per week',
  settlementsHint: 'On-chain payments that the directory matched to a service.',
  settlementCount: 'Settlements',
  week: 'Week ending',
  table: 'As a table',
};

const ja: typeof en = {
  intro: '登録されているすべてのサービスの最新の集計です。',
  count: 'サービス数',
  plot: '図',
  byStatus: '状態別',
  byCategory: 'カテゴリ別',
  byChain: 'チェーン別',
  prices: '1回あたりの料金',
  pricesHint: '目盛りは対数で、単位は各行の通貨です。細い線は全体、箱は中央50%の範囲、縦線は中央値です。',
  quartiles: ['最低', '第1四分位', '中央値', '第3四分位', '最高'],
  uptime: '稼働率別（30日間）',
  uptimeLabel: '稼働率',
  uptimeHint: '確認済みのサービスのみ。',
  uptimeFrom: { 100: '100%', 99: '99%以上100%未満', 95: '95%以上99%未満', 90: '90%以上95%未満', 0: '90%未満' },
  additions: '週ごとの新規登録',
  settlements: '週ごとの決済',
  settlementsHint: 'サービスと照合できた、オンチェーンの支払いの件数です。',
  settlementCount: '決済件数',
  week: '週の最終日',
  table: '表で見る',
};

/** The messages of the statistics page. */
export const useStatsMessages = localised({ en, ja });
