import type { RecordMessages } from './en.js';

const number = new Intl.NumberFormat('ja');

export const ja: RecordMessages = {
  record: '記録',
  changes: '変更履歴',
  allChanges: (count) => `すべて表示（${count}）`,
  created: '登録',
  takenOver: (source) => `${source} からミラーリング`,
  becomes: 'から',
  none: 'なし',
  fieldChanged: (field) => `${field}を変更`,
  status: '状態',
  historyAsJson: '確認の履歴（JSON）',
  availability: '稼働状況',
  window: '期間',
  windows: { '24h': '24時間', '7d': '7日間', '90d': '90日間' },
  notChecked: 'この期間に確認は行われていません。',
  percent: (uptime) => (uptime === null ? '–' : `${number.format(uptime)}%`),
  milliseconds: (ms) => (ms === null ? '–' : `${number.format(ms)}ミリ秒`),
  times: (what, count) => `${what} ${number.format(count)}回`,
  uptimeOf: (uptime) => (uptime === null ? '稼働率は不明' : `稼働率 ${number.format(uptime)}%`),
  responseOf: (ms) => (ms === null ? '応答なし' : `平均応答時間 ${number.format(ms)}ミリ秒`),
  checksOf: (count) => `確認 ${number.format(count)}回`,
  stripOf: (uptime, troubled, step) =>
    `${uptime}。失敗があった${step === 'day' ? '日' : '時間帯'}：${number.format(troubled)}`,
  uptimeCaption: '稼働率（%）',
  responseCaption: '応答時間（ミリ秒）',
  priceCaption: (currency) => `料金（${currency}）`,
  lineOf: (least, most) => `応答時間は${number.format(least)}〜${number.format(most)}ミリ秒`,
  prices: '料金の履歴',
  priceFrom: (date, price) => `${date}から ${price}`,
  table: '表で見る',
  columns: { time: '日時', uptime: '稼働率', response: '応答時間', price: '料金', seen: '確認の結果' },

  report: {
    title: 'このサービスを報告',
    hint: 'このディレクトリの運営者だけが読みます。',
    reason: '問題の種類',
    reasons: {
      not_working: '動作しない',
      misleading: '説明が誤解を招く',
      impersonation: 'なりすまし',
      harmful: '有害である',
      other: 'その他',
    },
    comment: 'コメント（任意）',
    send: '報告を送信',
    sent: 'ありがとうございます。運営者が確認します。',
  },

  trustTitle: (score) => `信頼度：${score}（100点満点）`,
  held: '運営者が設定した値です。内訳にかかわらず変わりません。',
  capped: ({ points, reason }) =>
    `${reason === 'inactive' ? '応答がない' : '最後の確認で登録と異なる支払い条件だった'}ため、内訳にかかわらず最大${points}点です。`,
  pointsOf: (points, weight) => `${weight}点中${points}点`,
  parts: { reachability: '到達性', honesty: '登録との一致', age: '実績期間', settlements: '決済' },
  meanings: {
    reachability: '応答するかどうか。直近の日ほど重視します。',
    honesty: '402レスポンスの料金・支払い先・ネットワークが登録どおりか。',
    age: '登録どおりであることが初めて確認されてからの期間。',
    settlements: '実際に支払われているか。',
  },
  reachability: ({ checks, days, uptime }) =>
    checks === 0
      ? '過去30日間に確認は行われていません。'
      : `過去30日間のうち${number.format(days)}日、計${number.format(checks)}回の確認で稼働率 ${uptime === null ? '–' : number.format(uptime)}%。`,
  honesty: ({ answered, matched }) =>
    `過去30日間の${number.format(answered)}回の応答のうち${number.format(matched)}回が登録どおり。`,
  age: ({ since, days }) =>
    since === null
      ? '登録どおりであることはまだ確認されていません。'
      : `登録どおりであることを初めて確認してから${number.format(days)}日。`,
  settlements: ({ transactions, days, payers = 0, returning = 0 }) =>
    `過去90日間のうち${number.format(days)}日、${number.format(transactions)}件の決済。支払者${number.format(payers)}人、うち${number.format(returning)}人が複数の日に支払い。`,
};
