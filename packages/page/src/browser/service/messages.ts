import type { HistoryWindow, Trust } from '@shirube/contracts';
import { pluralize } from '@shirube/domain/pluralize';
import { defineMessages, type Pair } from '../language/language.js';

const number = new Intl.NumberFormat('en');

/** The labels of service figures, for the service page and the comparison. */
export const useFigureMessages = defineMessages({
  noSuchProvider: ['No service is offered at this domain', 'このドメインのサービスはありません'],
  otherEndpoints: [(name: string) => `Other endpoints of ${name}`, (name: string) => `${name}のほかのエンドポイント`],
  categories: ['Categories', 'カテゴリ'],
  chains: ['Networks', 'ネットワーク'],
  paymentAddresses: ['Payment addresses', '支払い先アドレス'],
  listedByOthers: ['Listed by others', '所有者以外による掲載'],
  othersHint: [
    'The owner of this domain has not proven these, and the figures above do not count them. Names and payment addresses in them:',
    'このドメインの所有者と確認できない掲載です。上の数値には含まれません。記載されている提供者名と支払い先アドレス：',
  ],
  verifiedShare: ['Verified', '検証済みの割合'],
  medianAndBest: [
    (median: number, best: number) => `${median} (median), ${best} (best)`,
    (median: number, best: number) => `中央値${median}、最高${best}`,
  ],
  percent: [(value: number) => `${value.toFixed(0)}%`, (value: number) => `${value.toFixed(0)}%`],
  similar: ['Similar services', '類似のサービス'],
  compareSimilar: ['Compare them', '並べて比較'],
  compareHint: [
    'Choose up to four services in the list, then press “Compare selected services”.',
    '一覧で4件まで選び、「選択したサービスを比較」を押してください。',
  ],
  nothingToCompare: ['No services to compare', '比較するサービスがありません'],
  trustParts: {
    reachability: ['Trust: reachability', '信頼度：到達性'],
    honesty: ['Trust: matches listing', '信頼度：掲載内容との一致'],
    age: ['Trust: age', '信頼度：実績期間'],
    settlements: ['Trust: settlements', '信頼度：決済'],
  },
  uptimeOf30: ['Uptime (30 days)', '稼働率（30日間）'],
  responseOf7: ['Response time (7 days)', '応答時間（7日間）'],
  price: ['Price', '料金'],
  freeQuota: ['Free requests', '無料枠'],
  never: ['Not yet', '未確認'],
  notChecked: ['Not checked yet', 'まだ確認されていません'],
  payments: ['Payments', '売上'],
  paymentsOf: [
    (count: number, amount: string) => `${amount} in ${number.format(count)} payment${count === 1 ? '' : 's'}`,
    (count: number, amount: string) => `${amount}（${number.format(count)}件）`,
  ],
  noPayments: ['No payments yet', 'まだ支払いはありません'],
  registered: ['Registered', '登録日'],
  facts: ['Facts', '概要'],
  otherFacts: ['More facts', 'その他の情報'],
  meanings: {
    verified: [
      'Two checks in a row confirmed its listing, or the operator has verified it.',
      '掲載どおりであることを2回続けて確認したか、運営者が検証しました。',
    ],
    unverified: [
      'No two checks in a row have confirmed its listing yet.',
      '掲載どおりであることを、まだ2回続けて確認できていません。',
    ],
    unchecked: [
      'Not checked yet. It is verified when two checks in a row confirm its listing.',
      'まだ確認されていません。掲載どおりであることを2回続けて確認すると、検証済みになります。',
    ],
    contradicted: ['Its latest 402 response differs from its listing.', '直近の402レスポンスが掲載内容と異なります。'],
    inactive: [
      'It no longer responds as an x402 API. Checks continue.',
      'x402のAPIとして応答していません。確認は続けています。',
    ],
  },
  warnings: {
    inactive: [
      'Do not rely on this service: its latest checks failed.',
      '直近の確認に失敗しているため、利用できない可能性があります。',
    ],
    otherwise: [
      'Its latest 402 response differs from what is registered. Compare price and address before you pay.',
      '直近の402レスポンスが登録内容と異なります。支払う前に料金と支払い先を確認してください。',
    ],
  },
  explorer: ['View in explorer', 'エクスプローラーで見る'],
  back: ['Results', '検索結果'],
  badge: ['Badge', 'バッジ'],
  badgePreview: ['Preview of the badge', 'バッジの表示例'],
  callHint: [
    'Without payment it responds with 402 and its price. An x402 client pays and retries.',
    '支払いなしで呼び出すと、402と料金が返ります。x402クライアントは支払いを行い、リクエストを再送します。',
  ],
  callIt: ['Call it', '呼び出す'],
  safeHint: [
    'The scripts compare the 402 with this listing. If it asks for more, or for another address, coin or network, they stop before signing and say what differs.',
    'スクリプトは402の内容をこの掲載内容と照合します。料金が高い場合や、支払い先・通貨・ネットワークが異なる場合は、署名せずに中止し、相違点を表示します。',
  ],
  copied: ['Copied', 'コピーしました'],
  copy: ['Copy', 'コピー'],
  documentation: ['Documentation', 'ドキュメント'],
  fromDirectory: ['From this directory', 'このディレクトリから取得'],
  network: ['Network', 'ネットワーク'],
  noSuchServiceHint: [
    'It may have been removed, or the URL is incomplete.',
    '削除されたか、URLが正しくない可能性があります。',
  ],
  observedCall: [
    'Read from the response of the service, not registered by its owner.',
    '所有者が登録した内容ではなく、サービスのレスポンスから読み取った内容です。',
  ],
  ownerVerified: ['Owner verified', '所有者確認済み'],
  ownerVerifiedBy: {
    'well-known': ['Its owner has published a token on its host', '所有者がこのホストにトークンを公開しました'],
    dns: ['Its owner has published a token in the DNS of its host', '所有者がこのホストのDNSにトークンを公開しました'],
    signature: ['Its owner has signed with the payment address', '所有者が支払い先アドレスの鍵で署名しました'],
  },
  payment: ['Payment', '支払い先'],
  paymentAddress: ['Payment address', '支払い先アドレス'],
  parameters: ['Parameters and response', 'パラメーターとレスポンス'],
  noParameters: [
    'Its parameters are not known. Its documentation or its 402 response may state them.',
    'パラメーターは不明です。ドキュメントか402レスポンスに記載されている場合があります。',
  ],
  parts: {
    pathParams: ['Path', 'パス'],
    queryParams: ['Query', 'クエリ'],
    headers: ['Headers', 'ヘッダー'],
    body: ['Body', '本文'],
    output: ['Response', 'レスポンス'],
  },
  parameterColumns: [
    ['Name', 'Type', 'Required', 'Description'],
    ['名前', '型', '必須', '説明'],
  ],
  required: ['Yes', '必須'],
});

type Parts = Trust['parts'];

/** The messages of the record of a service. */
export const useRecordMessages = defineMessages({
  record: ['Record', '記録'],
  changes: ['Changes', '変更履歴'],
  allChanges: [(count: number) => `Show all ${count}`, (count: number) => `すべて表示（${count}）`],
  created: ['Registered', '登録'],
  takenOver: [(source: string) => `Mirrored from ${source}`, (source: string) => `${source} からミラーリング`],
  becomes: ['became', 'から'],
  none: ['none', 'なし'],
  fieldChanged: [(field: string) => `${field} changed`, (field: string) => `${field}を変更`],
  status: ['Status', '状態'],
  historyAsJson: ['Check history as JSON', '確認の履歴（JSON）'],
  availability: ['Availability', '稼働状況'],
  window: ['Period', '期間'],
  windows: {
    '24h': ['24 hours', '24時間'],
    '7d': ['7 days', '7日間'],
    '90d': ['90 days', '90日間'],
  } satisfies Record<HistoryWindow, Pair>,
  notChecked: ['No checks in this period.', 'この期間に確認は行われていません。'],
  percent: [
    (uptime: number | null) => (uptime === null ? '–' : `${number.format(uptime)}%`),
    (uptime: number | null) => (uptime === null ? '–' : `${number.format(uptime)}%`),
  ],
  milliseconds: [
    (ms: number | null) => (ms === null ? '–' : `${number.format(ms)} ms`),
    (ms: number | null) => (ms === null ? '–' : `${number.format(ms)}ミリ秒`),
  ],
  times: [
    (what: string, count: number) => `${what} × ${number.format(count)}`,
    (what: string, count: number) => `${what} ${number.format(count)}回`,
  ],
  uptimeOf: [
    (uptime: number | null) => (uptime === null ? 'Uptime unknown' : `${number.format(uptime)} % uptime`),
    (uptime: number | null) => (uptime === null ? '稼働率は不明' : `稼働率 ${number.format(uptime)}%`),
  ],
  responseOf: [
    (ms: number | null) => (ms === null ? 'no response' : `responds in ${number.format(ms)} ms on average`),
    (ms: number | null) => (ms === null ? '応答なし' : `平均応答時間 ${number.format(ms)}ミリ秒`),
  ],
  checksOf: [(count: number) => pluralize(count, 'check'), (count: number) => `確認 ${number.format(count)}回`],
  stripOf: [
    (uptime: string, failing: number, step: 'hour' | 'day') =>
      `${uptime}; ${number.format(failing)} ${step}${failing === 1 ? '' : 's'} with failures`,
    (uptime: string, failing: number, step: 'hour' | 'day') =>
      `${uptime}。失敗があった${step === 'day' ? '日' : '時間帯'}：${number.format(failing)}`,
  ],
  uptimeCaption: ['Uptime, %', '稼働率（%）'],
  responseCaption: ['Response time, ms', '応答時間（ミリ秒）'],
  rangeOf: [
    (least: number, most: number) => `Response time between ${number.format(least)} and ${number.format(most)} ms`,
    (least: number, most: number) => `応答時間は${number.format(least)}〜${number.format(most)}ミリ秒`,
  ],
  prices: ['Price history', '料金の履歴'],
  priceFrom: [
    (date: string, price: string) => `${price} since ${date}`,
    (date: string, price: string) => `${date}から ${price}`,
  ],
  table: ['As a table', '表で見る'],
  columns: {
    time: ['Time', '日時'],
    uptime: ['Uptime', '稼働率'],
    response: ['Response', '応答時間'],
    price: ['Price', '料金'],
    checks: ['Checks', '確認の結果'],
  },

  report: {
    title: ['Report this listing', 'このサービスを報告'],
    hint: ['Only the operator of this directory reads it.', 'このディレクトリの運営者だけが読みます。'],
    reason: ['What is wrong?', '問題の種類'],
    reasons: {
      not_working: ['It does not work', '動作しない'],
      misleading: ['Its description is misleading', '説明が誤解を招く'],
      impersonation: ['It impersonates someone else', 'なりすまし'],
      harmful: ['It is harmful', '有害である'],
      other: ['Something else', 'その他'],
    },
    comment: ['Comment (optional)', 'コメント（任意）'],
    send: ['Send report', '報告を送信'],
    sent: ['Thank you. The operator will look at it.', 'ありがとうございます。運営者が確認します。'],
  },

  trustTitleUnchecked: ['Trust', '信頼度'],
  trustUnchecked: [
    'Not checked yet. The score appears after the first check.',
    'まだ確認されていません。最初の確認の後に表示されます。',
  ],
  trustTitle: [(score: number) => `Trust: ${score} of 100`, (score: number) => `信頼度：${score}（100点満点）`],
  setByOperator: [
    'Set by the operator. The parts do not change it.',
    '運営者が設定した値です。内訳にかかわらず変わりません。',
  ],
  capped: [
    ({ points, reason }: NonNullable<Trust['cap']>) =>
      `Capped at ${points}: ${reason === 'inactive' ? 'it does not respond.' : 'its last check found terms that differ from its registration.'}`,
    ({ points, reason }: NonNullable<Trust['cap']>) =>
      `${reason === 'inactive' ? '応答がない' : '最後の確認で登録と異なる支払い条件だった'}ため、内訳にかかわらず最大${points}点です。`,
  ],
  pointsOf: [
    (points: number, weight: number) => `${points} of ${weight}`,
    (points: number, weight: number) => `${weight}点中${points}点`,
  ],
  parts: {
    reachability: ['Reachability', '到達性'],
    honesty: ['Matches listing', '掲載内容との一致'],
    age: ['Age', '実績期間'],
    settlements: ['Settlements', '決済'],
  },
  meanings: {
    reachability: ['Whether it responds. Recent days count most.', '応答するかどうか。直近の日ほど重視します。'],
    honesty: [
      'Whether its 402 response states the listed price, payment address and network.',
      '402レスポンスの料金・支払い先・ネットワークが掲載どおりか。',
    ],
    age: [
      'How long ago a check first confirmed its registration.',
      '登録どおりであることが初めて確認されてからの期間。',
    ],
    settlements: ['Whether others pay for it.', '実際に支払われているか。'],
  },
  reachability: [
    ({ checks, days, uptime }: Parts['reachability']['facts']) =>
      checks === 0
        ? 'Not checked in the last 30 days.'
        : `${uptime === null ? '–' : number.format(uptime)} % uptime in ${pluralize(checks, 'check')} on ${number.format(days)} of the last 30 days.`,
    ({ checks, days, uptime }: Parts['reachability']['facts']) =>
      checks === 0
        ? '過去30日間に確認は行われていません。'
        : `過去30日間のうち${number.format(days)}日、計${number.format(checks)}回の確認で稼働率 ${uptime === null ? '–' : number.format(uptime)}%。`,
  ],
  honesty: [
    ({ answered, matched }: Parts['honesty']['facts']) =>
      answered === 0
        ? 'No response in the last 30 days stated terms.'
        : `${number.format(matched)} of ${pluralize(answered, 'response')} in the last 30 days stated the registered terms.`,
    ({ answered, matched }: Parts['honesty']['facts']) =>
      answered === 0
        ? '過去30日間に、支払い条件を示した応答はありません。'
        : `過去30日間の${number.format(answered)}回の応答のうち${number.format(matched)}回が掲載どおり。`,
  ],
  age: [
    ({ since, days }: Parts['age']['facts']) =>
      since === null
        ? 'No check has confirmed its registration yet.'
        : `A check first confirmed its registration ${pluralize(days, 'day')} ago.`,
    ({ since, days }: Parts['age']['facts']) =>
      since === null
        ? '登録どおりであることはまだ確認されていません。'
        : `登録どおりであることを初めて確認してから${number.format(days)}日。`,
  ],
  settlements: [
    ({ transactions, days, payers = 0, returning = 0 }: Parts['settlements']['facts']) =>
      transactions === 0
        ? 'No payments in the last 90 days.'
        : `${pluralize(transactions, 'payment')} on ${number.format(days)} of the last 90 days, by ${pluralize(payers, 'payer')}. ${number.format(returning)} of them paid on several days.`,
    ({ transactions, days, payers = 0, returning = 0 }: Parts['settlements']['facts']) =>
      transactions === 0
        ? '過去90日間に支払いはありません。'
        : `過去90日間のうち${number.format(days)}日、${number.format(transactions)}件の決済。支払者${number.format(payers)}人、うち${number.format(returning)}人が複数の日に支払い。`,
  ],
});
