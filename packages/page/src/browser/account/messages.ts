import { pluralize } from '@shirube/domain/pluralize';
import { defineMessages } from '../language/language.js';

const number = new Intl.NumberFormat('en');

/** The messages of the pages for owners. */
export const useAccountMessages = defineMessages({
  intro: [
    'Register, edit and remove your services with an API key.',
    'アカウントのAPIキーで、サービスの登録・変更・削除ができます。',
  ],
  key: ['API key', 'APIキー'],
  keyHelp: [
    'The key is kept only in the memory of this page. Closing or reloading the page clears it.',
    'キーはこのページのメモリだけに保持され、ページを閉じるか再読み込みすると消えます。',
  ],
  useKey: ['Use this key', 'このキーを使う'],
  keepKey: ['Keep the key until this tab is closed', 'このタブを閉じるまでキーを保持する'],
  noKey: ['You get a key by proving that an API is yours.', 'APIの所有者であることを証明すると、キーが発行されます。'],
  openAccount: ['Open an account', 'アカウントを開設'],
  operatorIssues: ['The operator of this directory issues keys.', 'キーはこのディレクトリの運営者が発行します。'],
  askOperator: ['Ask the operator', '運営者に問い合わせる'],
  needsScript: [
    'This form needs JavaScript, because the key must be sent in a header. Without it, you can read the same with:',
    'キーをヘッダーで送信するため、このフォームにはJavaScriptが必要です。JavaScriptを使わない場合は、次のコマンドで同じ内容を確認できます：',
  ],
  clearKey: ['Clear the key', 'キーを消す'],
  notAKey: [
    'Paste a key: letters, digits and symbols without spaces, such as shk_…',
    '空白を含まない半角のキー（shk_… など）を貼り付けてください。',
  ],
  keyUnknown: [
    'This key is unknown, expired or revoked.',
    'このキーは存在しないか、期限が切れているか、取り消されています。',
  ],
  keyLacksScope: [
    'This key cannot change services: it lacks the scope services:write.',
    'このキーには services:write の権限がないため、サービスを変更できません。',
  ],
  sending: ['Sending …', '送信中…'],
  pasteAddress: ['URL of your API', 'APIのURL'],
  pasteAddressHelp: [
    'Paste any URL of your API. The form is filled from its published description and its payment terms.',
    'APIのURLなら、どれでもかまいません。公開されている説明と支払い条件をもとに、フォームを自動入力します。',
  ],
  readAddress: ['Fill the form', 'フォームに自動入力'],
  reading: ['Reading …', '読み取り中…'],
  fillIn: ['Use this one', 'この内容を入力'],

  count: [(count: number) => pluralize(count, 'service'), (count: number) => `${number.format(count)}件`],
  none: ['You have not registered a service yet.', 'まだサービスを登録していません。'],
  more: ['Show more', 'さらに表示'],
  search: ['Search my services', 'マイサービスを検索'],
  uptime: [
    (percent: number) => `Uptime ${number.format(percent)}%`,
    (percent: number) => `稼働率 ${number.format(percent)}%`,
  ],
  nextCheck: ['Next check:', '次回の確認：'],
  sales: [
    (count: number) => `Paid ${pluralize(count, 'time')} in the last 30 days`,
    (count: number) => `過去30日間の支払い：${number.format(count)}回`,
  ],
  day: ['Day (UTC)', '日付（UTC）'],
  payments: ['Payments', '支払い回数'],
  amount: ['Amount', '金額'],
  checkedAnew: [
    'The listing was changed: the service is checked anew.',
    '掲載内容が変更されたため、改めて確認します。',
  ],
  notChecked: ['Not checked yet.', 'まだ確認されていません。'],
  steps: {
    title: ['What happens next', 'これからの流れ'],
    registered: ['Registered', '登録'],
    first: ['First check:', '1回目の確認：'],
    second: ['Second check:', '2回目の確認：'],
    verified: ['Verified, if both checks match your registration', '2回とも登録どおりであれば検証済み'],
    soon: ['within a minute', '1分以内'],
    apart: [
      (minutes: number) => `at least ${pluralize(minutes, 'minute')} after the first`,
      (minutes: number) => `1回目から${number.format(minutes)}分以上後`,
    ],
    countsFrom: [
      (time: string) => `A check that you request counts from ${time} on.`,
      (time: string) => `${time}以降は、手動の確認も2回目として数えます。`,
    ],
  },
  edit: ['Edit', '編集'],
  editOf: [(name: string) => `Edit: ${name}`, (name: string) => `編集：${name}`],
  check: ['Check now', '今すぐ確認'],
  checkOf: [(name: string) => `Check now: ${name}`, (name: string) => `今すぐ確認：${name}`],
  checking: ['Checking …', '確認中…'],
  result: [
    (verdict: string, text: string) => (verdict === 'ok' ? 'It answers as listed.' : `Result: ${text}.`),
    (verdict: string, text: string) => (verdict === 'ok' ? '掲載どおりに応答しています。' : `確認結果：${text}`),
  ],
  earlierResult: [
    'This result is from a moment ago: an endpoint is checked on request at most once a minute.',
    '直前の確認の結果です。手動での確認は、1つのエンドポイントにつき1分に1回までです。',
  ],
  request: ['Request', 'リクエスト'],
  noAnswer: ['No response', '応答なし'],
  termsRegistered: ['Registered', '登録内容'],
  termsAskedFor: ['Asks for', '実際の請求内容'],
  nothing: ['Nothing', 'なし'],
  detail: ['Detail', '詳細'],
  remove: ['Remove', '削除'],
  removeOf: [(name: string) => `Remove: ${name}`, (name: string) => `削除：${name}`],
  removeQuestion: [(name: string) => `Remove “${name}”?`, (name: string) => `「${name}」を削除しますか？`],
  removeHint: [
    'It leaves the directory at once and cannot be restored. Its page will say that it was removed.',
    'すぐにディレクトリから消え、元に戻せません。サービスのページには、削除済みと表示されます。',
  ],
  removeNow: ['Remove permanently', '完全に削除'],
  keep: ['Keep it', '削除しない'],

  registered: [(name: string) => `“${name}” is registered.`, (name: string) => `「${name}」を登録しました。`],
  changed: [(name: string) => `“${name}” is updated.`, (name: string) => `「${name}」を変更しました。`],
  removed: [(name: string) => `“${name}” is removed.`, (name: string) => `「${name}」を削除しました。`],
  unchanged: ['Nothing has been changed yet.', 'まだ何も変更されていません。'],
  itsPage: ['View its page', 'ページを見る'],
  duplicate: [
    'Another account registered this endpoint first. Until yours is verified, it is listed after all other services.',
    'このエンドポイントは別のアカウントが先に登録しています。検証されるまで、一覧と検索では他のすべてのサービスの後に表示されます。',
  ],
  ownDuplicate: [
    'You have registered this endpoint before. If this was by mistake, remove one of the two.',
    'このエンドポイントは、すでにご自身で登録しています。誤りであれば、どちらかを削除してください。',
  ],
  duplicateLink: ['View the other service', '先に登録されたサービスを見る'],

  editTitle: [(name: string) => `Edit “${name}”`, (name: string) => `「${name}」を編集`],
  save: ['Save changes', '変更を保存'],
  cancel: ['Cancel', 'キャンセル'],
  optional: ['optional', '任意'],
  verifiedHint: [
    'This service is verified. If you change its endpoint, price, network or payment address, it is unverified until two checks confirm it again.',
    'このサービスは検証済みです。エンドポイント、料金、ネットワーク、支払い先アドレスを変更すると、2回続けて登録どおりと確認されるまで未検証になります。',
  ],
  help: {
    name: ['In any language. Up to 255 characters.', '言語は問いません。255文字まで。'],
    description: [
      'What it does, in the words that people search for. Up to 2,000 characters.',
      '何ができるかを、検索されそうな言葉で書いてください。2,000文字まで。',
    ],
    endpoint: ['The URL of the API, with http:// or https://.', 'http:// または https:// で始まるAPIのURL。'],
    category: [
      'One or more words joined by “-”, such as image-generation. You can create a new one.',
      '英小文字と数字。複数の語は「-」でつなぎます（例：image-generation）。新しく作ることもできます。',
    ],
    'pricing.currency': ['A currency code such as USDC.', '例：USDC'],
    'pricing.pricePerRequest': ['A number such as 0.01.', '0.01 のような数値。'],
    'pricing.freeQuota': [
      'The number of requests that are free before payment starts.',
      '支払いなしで利用できる回数。',
    ],
    'x402Config.network': [
      'A name such as base, or a CAIP-2 id such as eip155:8453.',
      'base などの名前、または eip155:8453 などのCAIP-2のID。',
    ],
    'x402Config.paymentAddress': [
      'The wallet that receives the payments, in the format of that network.',
      '支払いを受け取るウォレットのアドレス。ネットワークの形式に合わせてください。',
    ],
  },

  /** Not needed in English: the API's own messages already say what it expects. */
  expected: [
    undefined as Record<string, string> | undefined,
    {
      name: '1〜255文字で入力してください。制御文字は使えません。',
      description: '1〜2,000文字で入力してください。制御文字は使えません。',
      endpoint: 'http または https の完全なURLを、2,048文字以内で、ユーザー名とパスワードなしで入力してください。',
      category: '英小文字と数字を「-」でつないだ64文字以内のIDを入力してください。',
      'pricing.currency': '2〜16文字の通貨コード（USDC など）を入力してください。',
      'pricing.pricePerRequest': '0.01 のような0以上の数値を、整数部20桁、小数部18桁以内で入力してください。',
      'pricing.freeQuota': '0以上の整数を入力してください。',
      'x402Config.network': '対応しているネットワーク名、またはCAIP-2のIDを入力してください。',
      'x402Config.paymentAddress': 'そのネットワークの正しい支払い先アドレスを入力してください。',
    },
  ],

  /** Messages for fields that were left empty. */
  missing: {
    name: ['Enter a name.', '名前を入力してください。'],
    description: ['Enter a description.', '説明を入力してください。'],
    endpoint: ['Enter the URL of the API.', 'APIのURLを入力してください。'],
    category: ['Enter a category.', 'カテゴリを入力してください。'],
    'pricing.currency': ['Enter a currency.', '通貨を入力してください。'],
    'pricing.pricePerRequest': ['Enter a price.', '料金を入力してください。'],
    'x402Config.network': ['Enter a network.', 'ネットワークを入力してください。'],
    'x402Config.paymentAddress': ['Enter a payment address.', '支払い先アドレスを入力してください。'],
  },
  faults: [
    (count: number) => `Correct ${pluralize(count, 'field')}:`,
    (count: number) => `${number.format(count)}か所を見直してください。`,
  ],
  currentValue: [
    (value: string) => `Current value: ${value || '–'}`,
    (value: string) => `現在の登録内容：${value || '–'}`,
  ],

  conflict: ['This service has changed since you opened it.', 'ページを開いた後に、このサービスが変更されました。'],
  conflictHint: [
    'Nothing was saved. Load the current version: your input is kept, and current values that differ are shown next to it.',
    'まだ保存されていません。現在の内容を読み込んでください。入力した内容は残り、異なる項目には現在の値が表示されます。',
  ],
  loadCurrent: ['Load the current version', '現在の内容を読み込む'],
  loadedCurrent: [
    'This is the current version with your input. Review it, then save.',
    '現在の内容に、入力した内容を反映しました。確認してから保存してください。',
  ],
  notYours: [
    'This service belongs to another account. Use a key of that account.',
    'このサービスは別のアカウントのものです。そのアカウントのキーを使ってください。',
  ],
  notSaved: ['Nothing was saved.', '保存されていません。'],

  /** Not needed in English: the API's own messages are enough. */
  problems: [
    {} as Record<string, string>,
    {
      monitor_unavailable: '確認を行うモニターが現在動作していません。',
      check_pending: '確認がまだ終わっていません。結果は後で履歴に表示されます。',
      host_opted_out: 'ホストが確認を拒否したため、1週間は確認しません。',
      service_simulated: 'サンプルデータのため、確認は行いません。',
    },
  ],

  settings: ['Webhook and API keys', 'WebhookとAPIキー'],
  keys: {
    title: ['API keys', 'APIキー'],
    name: ['Name', '名前'],
    created: ['Created', '作成日時'],
    lastUsed: ['Last used', '最終使用日時'],
    action: ['Action', '操作'],
    never: ['Never', 'なし'],
    revoke: ['Revoke', '取り消す'],
    revokeOf: [(name: string) => `Revoke: ${name}`, (name: string) => `取り消す：${name}`],
    revokeQuestion: [
      (name: string) => `Revoke “${name}”? Anything that uses this key stops working.`,
      (name: string) => `「${name}」を取り消しますか？このキーを使用しているプログラムは動作しなくなります。`,
    ],
    purpose: ['What the new key is for', '新しいキーの用途'],
    issue: ['Create a key', 'キーを作成'],
    issued: [
      (name: string) => `The key “${name}”, shown only once:`,
      (name: string) => `「${name}」のキー（表示は今回限りです）：`,
    ],
  },
  webhook: {
    title: ['Webhook', 'Webhook'],
    hint: [
      'The directory sends a POST request to this URL when the status of one of your services changes, or another account claims it.',
      'ご自身のサービスの状態が変わったときや、別のアカウントが所有を証明したときに、このURLにPOSTリクエストを送信します。',
    ],
    url: ['Webhook URL', 'WebhookのURL'],
    search: ['Saved search (optional)', '保存した検索（任意）'],
    searchHint: [
      'Paste the URL of a search in this directory: the webhook then also reports new and changed services that match it.',
      'このディレクトリの検索結果のURLを貼り付けると、その検索に一致するサービスの新規登録や変更も通知します。',
    ],
    set: ['Set the webhook', 'Webhookを設定'],
    change: ['Change the webhook', 'Webhookを変更'],
    test: ['Send a test event', 'テストイベントを送信'],
    remove: ['Remove the webhook', 'Webhookを削除'],
    secret: ['Signing secret, shown only once:', '署名用のシークレット（表示は今回限りです）：'],
    deliveries: ['Recent deliveries', '最近の送信'],
    created: ['Created', '作成日時'],
    event: ['Event', 'イベント'],
    outcome: ['Result', '結果'],
    delivered: ['delivered', '送信済み'],
    failed: ['failed', '送信失敗'],
    pending: ['pending', '送信待ち'],
  },

  needsAdmin: [
    'This is for operators: paste an admin key.',
    '運営者向けのページです。管理者キーを貼り付けてください。',
  ],
});
