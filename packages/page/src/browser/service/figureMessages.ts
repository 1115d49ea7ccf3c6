import { defineMessages } from '../language/language.js';

/** The labels of service figures, for the service page and the comparison. */
export const useFigureMessages = defineMessages({
  similar: ['Similar services', '類似のサービス'],
  compareSimilar: ['Compare them', '並べて比較'],
  compareHint: [
    'Choose up to four services in the list, then press “Compare selected services”.',
    '一覧で4件まで選び、「選択したサービスを比較」を押してください。',
  ],
  nothingToCompare: ['No services to compare', '比較するサービスがありません'],
  trustParts: {
    reachability: ['Trust: reachability', '信頼度：到達性'],
    honesty: ['Trust: honesty', '信頼度：登録との一致'],
    age: ['Trust: age', '信頼度：実績期間'],
    settlements: ['Trust: settlements', '信頼度：決済'],
  },
  uptimeOf30: ['Uptime (30 days)', '稼働率（30日間）'],
  responseOf7: ['Response time (7 days)', '応答時間（7日間）'],
  price: ['Price', '料金'],
  freeQuota: ['Free requests', '無料枠'],
  never: ['Not yet', '未確認'],
  transactions: ['Transactions', '取引数'],
  revenue: ['Revenue', '収益'],
  registered: ['Registered', '登録日'],
  facts: ['Facts', '概要'],
  meanings: {
    verified: [
      'Two checks in a row confirmed its registration, or the operator has verified it.',
      '登録どおりであることを2回続けて確認したか、運営者が検証しました。',
    ],
    unverified: [
      'No two checks in a row have confirmed its registration yet, or it no longer matches it.',
      '登録どおりであることをまだ2回続けて確認できていないか、登録内容と異なっています。',
    ],
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
  copied: ['Copied', 'コピーしました'],
  copy: ['Copy', 'コピー'],
  documentation: ['Documentation', 'ドキュメント'],
  fromDirectory: ['From this directory', 'このディレクトリから取得'],
  network: ['Network', 'ネットワーク'],
  noSuchServiceHint: [
    'It may have been removed, or the address is incomplete.',
    '削除されたか、アドレスが正しくない可能性があります。',
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
  paymentAddress: ['Address', 'アドレス'],
  parameters: ['Parameters and response', 'パラメーターとレスポンス'],
});
