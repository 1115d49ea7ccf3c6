import { pluralize } from '@shirube/domain/pluralize';
import { defineMessages } from '../language/language.js';

/** The messages of the page that leads from an address to a listed API. */
export const useListingMessages = defineMessages({
  intro: [
    'Paste a URL of your API. This page shows what clients find there, then leads you to a listing that is checked.',
    'APIのURLを貼り付けると、クライアントから見た内容を確認でき、そのまま掲載まで進めます。',
  ],
  noKeyNeeded: ['No account or key is needed to start.', 'アカウントやキーがなくても始められます。'],
  address: ['URL of your API', 'APIのURL'],
  look: ['See what is found', '内容を確認'],
  lookAgain: ['Check again', 'もう一度確認'],
  found: ['What was found', '見つかったAPI'],
  ready: ['Ready to list', '掲載できます'],
  notReady: ['Not ready: fix this first', '掲載できません：次の点を直してください'],
  noneFound: ['Nothing that can be paid was found here.', '支払いを受け付けるAPIは見つかりませんでした。'],
  needsScript: [
    'The next steps need JavaScript: turn it on, or go on with the API, and watch the first checks on the page of the service:',
    '以降の操作にはJavaScriptが必要です。有効にするか、APIで続けてください。最初の確認の様子はサービスのページで見られます：',
  ],
  prove: ['Prove that it is yours', '所有を証明する'],
  proveHint: [
    'One proof is enough: a file on the host, a DNS record, or a signature of the wallet that is paid. You get a key for your account.',
    '次のうち1つで証明できます：ホスト上のファイル、DNSレコード、支払い先ウォレットの署名。証明すると、アカウントのキーが発行されます。',
  ],
  start: ['Start', '証明を始める'],
  expires: [(time: string) => `Valid until ${time}.`, (time: string) => `有効期限：${time}`],
  outdated: [
    'This challenge has expired or was used before.',
    'この証明用のトークンは、期限が切れたか、すでに使用されています。',
  ],
  renew: ['Get a new one', '新しいトークンを発行'],
  ways: {
    'well-known': {
      title: ['A file on the host', 'ホスト上のファイル'],
      hint: ['Serve the token as plain text at this URL.', 'このURLで、トークンをプレーンテキストとして公開します。'],
      place: ['URL', 'URL'],
    },
    dns: {
      title: ['A DNS record', 'DNSレコード'],
      hint: [
        'Add a TXT record with this name and the token as its value.',
        'この名前のTXTレコードに、トークンを設定します。',
      ],
      place: ['Name', '名前'],
    },
  },
  token: ['Token', 'トークン'],
  checkNow: ['Check now', '今すぐ確認'],
  checking: ['Checking …', '確認中…'],
  notProven: ['Not proven yet:', 'まだ証明できていません：'],
  refused: ['The directory does not allow this:', 'このディレクトリでは受け付けていません：'],
  signature: ['A signature of the wallet', 'ウォレットの署名'],
  signatureHint: [
    (address: string) => `Sign with ${address}. It costs nothing and moves no money.`,
    (address: string) => `${address} で署名します。費用はかからず、送金も行われません。`,
  ],
  signWith: [(wallet: string) => `Sign with ${wallet}`, (wallet: string) => `${wallet}で署名`],
  browserWallet: ['the browser’s wallet', 'ブラウザのウォレット'],
  otherAddress: [
    (address: string) => `The wallet does not offer ${address}: choose this account there, then try again.`,
    (address: string) => `ウォレットで ${address} のアカウントを選び、もう一度お試しください。`,
  ],
  walletRefused: ['The wallet did not sign:', 'ウォレットで署名されませんでした：'],
  signElsewhere: ['Sign elsewhere and paste the signature', '別の場所で署名して貼り付ける'],
  text: ['Text to sign', '署名する文'],
  signatureField: ['Signature', '署名'],
  send: ['Check the signature', '署名を確認'],
  withoutAccount: ['List without an account', 'アカウントなしで掲載'],
  needsAccount: [
    'This directory lists only what somebody has proven to own: prove it above.',
    'このディレクトリでは、所有を証明したAPIだけを掲載しています。上の手順で証明してください。',
  ],
  yourKey: ['Your key', 'あなたのキー'],
  keyAdvice: [
    'It is shown only once. Store it like a password: with it you edit and remove your services.',
    '表示されるのは今回だけです。サービスの編集や削除に使うため、パスワードと同じように保管してください。',
  ],
  keepKey: ['Keep it in this tab until I close it', 'タブを閉じるまで、このタブに保持する'],
  nowYours: [
    (count: number) =>
      count === 1
        ? '1 service that was listed here before belongs to you now.'
        : `${pluralize(count, 'service')} that were listed here before belong to you now.`,
    (count: number) => `すでに掲載されていた${count}件のサービスが、あなたのものになりました。`,
  ],
  yoursLater: [
    (count: number) =>
      count === 1
        ? 'Another account has this service. It becomes yours after a waiting time:'
        : 'Another account has these services. They become yours after a waiting time:',
    () => '次のサービスは別のアカウントのものです。待機期間の後、あなたのものになります：',
  ],
  yoursFrom: [(time: string) => `from ${time}`, (time: string) => `${time}から`],
  listAll: ['List all', 'すべて掲載'],
  listHint: [
    (count: number) => (count === 1 ? 'One API is ready.' : `${count} APIs are ready.`),
    (count: number) => `${count}件のAPIを掲載できます。`,
  ],
  listing: ['Listing …', '掲載中…'],
  outcomes: {
    registered: ['Listed', '掲載しました'],
    exists: ['Already listed', '掲載済みです'],
    faulty: ['Not listed', '掲載できませんでした'],
    waiting: ['Waits for the operator’s review', '運営者の確認待ちです'],
  },
  now: ['What happens now', 'これからの流れ'],
  nowHint: ['This part updates itself as the monitor checks.', 'モニターの確認に合わせて、自動的に更新されます。'],
  trustLater: ['Trust starts with the first check.', '信頼度は、1回目の確認から計算されます。'],
  raisedBy: ['What raises it next:', '次に信頼度を上げるもの：'],
  raises: {
    reachability: ['it keeps answering, day after day.', '毎日、安定して応答すること。'],
    honesty: ['its 402 keeps asking for the listed terms.', '402レスポンスが掲載どおりであり続けること。'],
    age: ['time since the first check that confirmed it.', '登録どおりと初めて確認されてからの期間。'],
    settlements: ['payments by others.', '実際に支払われること。'],
  },
  badge: ['Badge', 'バッジ'],
  webhook: ['Webhook for changes', '変更を知らせるWebhook'],
});
