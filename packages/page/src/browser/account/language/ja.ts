import type { AccountMessages } from './en.js';

const number = new Intl.NumberFormat('ja');

export const ja: AccountMessages = {
  title: 'マイサービス',
  intro: 'アカウントのAPIキーで、サービスの登録・変更・削除ができます。',
  key: 'APIキー',
  keyHelp: 'キーはこのページのメモリにだけ置かれ、ページを閉じるか再読み込みすると消えます。',
  useKey: 'このキーを使う',
  noKey: 'キーはこのディレクトリの運営者が発行します。',
  forgetKey: 'キーを消す',
  notAKey: '空白を含まない半角のキー（shk_… など）を貼り付けてください。',
  keyUnknown: 'このキーは登録されていないか、期限切れ、または取り消されています。',
  keyLacksScope: 'このキーには services:write の権限がないため、サービスを変更できません。',
  sending: '送信中…',

  count: (count) => `${number.format(count)}件`,
  none: 'まだサービスを登録していません。',
  register: 'サービスを登録',
  more: 'さらに表示',
  edit: '編集',
  editOf: (name) => `編集：${name}`,
  remove: '削除',
  removeOf: (name) => `削除：${name}`,
  removeQuestion: (name) => `「${name}」を削除しますか？`,
  removeHint: 'すぐにディレクトリから消え、元に戻せません。アドレスは削除済みと表示されます。',
  removeNow: '完全に削除',
  keep: '削除しない',

  registered: (name) => `「${name}」を登録しました。`,
  changed: (name) => `「${name}」を変更しました。`,
  removed: (name) => `「${name}」を削除しました。`,
  unchanged: 'まだ何も変更されていません。',
  itsPage: 'ページを見る',
  duplicate:
    'このエンドポイントは別のアカウントが先に登録しています。検証されるまで、一覧と検索では他のすべてのサービスの後に表示されます。',
  duplicateLink: '先に登録されたサービスを見る',

  registerTitle: 'サービスを登録',
  editTitle: (name) => `「${name}」を編集`,
  save: '変更を保存',
  cancel: 'キャンセル',
  optional: '任意',
  verifiedHint:
    'このサービスは検証済みです。エンドポイント、料金、ネットワーク、支払い先アドレスを変更すると、再び確認されるまで未検証になります。',
  help: {
    name: '言語は自由です。255文字まで。',
    description: '何ができるかを、探す人の言葉で書いてください。2,000文字まで。',
    endpoint: 'APIのアドレス。http:// または https:// から始めます。',
    category:
      '英小文字と数字。複数の語は「-」でつなぎます（例：image-generation）。新しく作ることもできます。',
    'pricing.currency': '例：USDC',
    'pricing.pricePerRequest': '0.01 のような数値。',
    'pricing.freeQuota': '支払いなしで使える回数。',
    'x402Config.network': 'base などの名前、または eip155:8453 などのCAIP-2のID。',
    'x402Config.paymentAddress': '支払いを受け取るウォレット。そのネットワークの書き方で。',
  },
  expected: {
    name: '1〜255文字で入力してください。制御文字は使えません。',
    description: '1〜2,000文字で入力してください。制御文字は使えません。',
    endpoint:
      'http または https の完全なURLを、2,048文字以内で、ユーザー名とパスワードなしで入力してください。',
    category: '英小文字と数字を「-」でつないだ64文字以内のIDを入力してください。',
    'pricing.currency': '2〜16文字の通貨コード（USDC など）を入力してください。',
    'pricing.pricePerRequest': '0.01 のような0以上の数値を、整数部20桁、小数部18桁以内で入力してください。',
    'pricing.freeQuota': '0以上の整数を入力してください。',
    'x402Config.network': '対応しているネットワーク名、またはCAIP-2のIDを入力してください。',
    'x402Config.paymentAddress': 'そのネットワークの正しいアドレスを入力してください。',
  },
  faults: (count) => `${number.format(count)}か所を見直してください。`,
  presently: (value) => `現在の登録内容：${value || '–'}`,

  conflict: '開いた後に、このサービスが変更されました。',
  conflictHint:
    '保存していません。現在の内容を読み込んでください。入力した内容は残り、現在と違う項目には現在の値を表示します。',
  loadPresent: '現在の内容を読み込む',
  loadedPresent: '現在の内容に、入力した内容を重ねています。確認してから保存してください。',
  notYours: 'このサービスは別のアカウントのものです。そのアカウントのキーを使ってください。',
  gone: 'このサービスは削除されています。',
  notSaved: '保存していません。',
};
