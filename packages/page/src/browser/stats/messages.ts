import { defineMessages } from '../language/language.js';

/** The messages of the statistics page. */
export const useStatsMessages = defineMessages({
  uptimeFrom: {
    100: ['100 %', '100%'],
    99: ['99 % to 100 %', '99%以上100%未満'],
    95: ['95 % to 99 %', '95%以上99%未満'],
    90: ['90 % to 95 %', '90%以上95%未満'],
    0: ['Below 90 %', '90%未満'],
  },
  intro: ['Current figures for the whole catalog.', '登録されているすべてのサービスの最新の集計です。'],
  none: ['No data yet.', 'まだデータがありません。'],
  count: ['Services', 'サービス数'],
  plot: ['Plot', '図'],
  byStatus: ['By status', '状態別'],
  byCategory: ['By category', 'カテゴリ別'],
  byChain: ['By chain', 'チェーン別'],
  prices: ['Prices per request', '1回あたりの料金'],
  quartiles: [
    ['Lowest', 'Lower quartile', 'Median', 'Upper quartile', 'Highest'],
    ['最低', '第1四分位', '中央値', '第3四分位', '最高'],
  ],
  uptime: ['By uptime (30 days)', '稼働率別（30日間）'],
  uptimeLabel: ['Uptime', '稼働率'],
  uptimeHint: ['Only services that have been checked.', '確認済みのサービスのみ。'],
  additions: ['New services per week', '週ごとの新規登録'],
  settlements: ['Settlements per week', '週ごとの決済'],
  settlementsHint: [
    'On-chain payments that the directory matched to a service.',
    'サービスと照合できた、オンチェーンの支払いの件数です。',
  ],
  settlementCount: ['Settlements', '決済件数'],
  week: ['Week ending', '週の最終日'],
  table: ['As a table', '表で見る'],
});
