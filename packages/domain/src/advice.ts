import type { Verdict } from './verdicts.js';

/** What is wrong, and how to fix it, in English and in Japanese. */
export interface Advice {
  message: string;
  messageJa: string;
}

const both = (message: string, messageJa: string): Advice => ({ message, messageJa });

const advice: Record<Exclude<Verdict, 'ok'>, Advice> = {
  other_details: both(
    'It describes itself differently from its registration: change one of the two.',
    'APIの説明が登録内容と異なります。どちらかを合わせてください。',
  ),
  wrong_price: both(
    'It asks for more than is registered: change one of the two.',
    '登録より高い料金を求めています。どちらかを合わせてください。',
  ),
  wrong_address: both(
    'It asks for payment to an address that is not the registered one: change one of the two.',
    '登録と異なるアドレスへの支払いを求めています。どちらかを合わせてください。',
  ),
  wrong_network: both(
    'It asks for payment on networks other than the registered one: change one of the two.',
    '登録と異なるネットワークでの支払いを求めています。どちらかを合わせてください。',
  ),
  wrong_asset: both(
    'It asks for a coin that is not the registered one: change one of the two.',
    '登録と異なる通貨での支払いを求めています。どちらかを合わせてください。',
  ),
  redirected: both(
    'It redirects to another host: use the address that it redirects to.',
    '別のホストへ転送されます。転送先のアドレスを指定してください。',
  ),
  no_challenge: both(
    'It answers without asking for payment: answer unpaid requests with 402.',
    '支払いを求めずに応答しています。支払いのないリクエストには402を返してください。',
  ),
  bad_challenge: both(
    'Its 402 cannot be read: send the PAYMENT-REQUIRED header, or a body, in the format of x402.',
    '402の内容を読み取れません。x402の形式で、PAYMENT-REQUIREDヘッダーまたは本文を返してください。',
  ),
  method_not_allowed: both(
    'It supports neither GET nor POST: answer one of them with the challenge.',
    'GETもPOSTも受け付けません。どちらかに402を返してください。',
  ),
  blocked: both(
    'It refuses unpaid or frequent requests: let them reach the challenge.',
    '支払いのないリクエストを拒否しています。402を返してください。',
  ),
  not_found: both(
    'It answers 404: use the address of the resource itself.',
    '404を返しています。有料リソースそのもののアドレスを指定してください。',
  ),
  server_error: both(
    'It answers with a server error: check its logs.',
    'サーバーエラーを返しています。サーバーのログを確認してください。',
  ),
  timeout: both(
    'It does not answer in time: send the challenge before you do the work.',
    '時間内に応答がありません。処理を始める前に402を返してください。',
  ),
  tls: both(
    'Its certificate cannot be trusted: renew it, and serve the whole chain.',
    '証明書を信頼できません。証明書を更新し、中間証明書も含めて設定してください。',
  ),
  dns: both(
    'Its host name cannot be resolved: check its DNS records.',
    'ホスト名を解決できません。DNSレコードを確認してください。',
  ),
  refused: both(
    'It cannot be reached: it must listen at a public address, on a common port.',
    '接続できません。公開アドレスの一般的なポートで待ち受けてください。',
  ),
  template_url: both(
    'Its address has placeholders, and there is no example to fill them: give an example for each in the document.',
    'アドレスにプレースホルダーがありますが、値の例がありません。それぞれの値の例をドキュメントに記載してください。',
  ),
};

const details = new Map([
  [
    'address_not_public',
    both(
      'Its host is not public: only public services can be registered.',
      '公開されていないホストです。登録できるのは、誰でも接続できるサービスだけです。',
    ),
  ],
  [
    'address_not_allowed',
    both(
      'It must be an http or https address without a user name.',
      'ユーザー名を含まないhttpまたはhttpsのアドレスを指定してください。',
    ),
  ],
  [
    'port_not_allowed',
    both(
      'Its port is not checked: use a common one, such as 443.',
      '対象外のポートです。443などの一般的なポートを使ってください。',
    ),
  ],
  [
    'over_budget',
    both(
      'It was not called: this directory has sent as many requests to its host, or for you, as it may. Try again in ten seconds.',
      '確認していません。このホストへの、またはあなたからのリクエストが上限に達しました。10秒後にもう一度お試しください。',
    ),
  ],
  [
    'body_too_large',
    both('Its 402 is larger than 64 kB: send a smaller one.', '402の本文が64 kBを超えています。小さくしてください。'),
  ],
  [
    'too_many_redirects',
    both(
      'It redirects too many times: answer with 402 at the address itself.',
      '転送が繰り返されています。このアドレス自体で402を返してください。',
    ),
  ],
  [
    'not_http',
    both(
      'Its response is not HTTP: use the port of the web server.',
      '応答がHTTPではありません。Webサーバーのポートを指定してください。',
    ),
  ],
  [
    'no_offer',
    both(
      'Its 402 has an empty `accepts`: offer at least one way to pay.',
      '402の`accepts`が空です。支払い方法を1つ以上示してください。',
    ),
  ],
]);

/** For a host that has opted out of checks. */
export const optedOutAdvice = both(
  'Its host has opted out of checks (Shirube-Monitor: no): remove that header.',
  'ホストが確認を拒否しています（Shirube-Monitor: no）。このヘッダーを外してください。',
);

const obstacles = new Map([
  ['scheme', both('offer the scheme exact', 'exact方式の支払い方法がありません。追加してください')],
  [
    'network',
    both(
      'offer a known network, such as base',
      '対応しているネットワークでの支払い方法がありません。baseなどを追加してください',
    ),
  ],
  [
    'asset',
    both('offer a known coin, such as USDC', '対応している通貨での支払い方法がありません。USDCなどを追加してください'),
  ],
  [
    'amount',
    both(
      'give the amount in the smallest unit of the coin',
      '金額が整数ではありません。通貨の最小単位で指定してください',
    ),
  ],
]);

/** Explains why the terms of a 402 cannot be registered, given the obstacle and the value that was found. */
export function obstacleAdvice(obstacle: string, found: string): Advice {
  const fix = obstacles.get(obstacle);
  return both(
    `It cannot be registered: ${found.replace(/\.$/, '')}${fix ? `; ${fix.message}` : ''}.`,
    `このままでは登録できません。${fix?.messageJa ?? '支払い先アドレスの形式、金額の桁数、エンドポイントの長さを確認してください'}。`,
  );
}

const rulesJa = new Map([
  ['tags', 'タグは32文字以内で、重複のない10個までにしてください'],
  ['iconUrl', 'PNGやWebPなどの画像のURLにしてください。SVGとHTMLは使えません'],
  ['documentationUrl', 'httpまたはhttpsで始まるURLにしてください'],
  ['provider', '名前と、httpまたはhttpsで始まるURLにしてください'],
  ['call', '32 kB・20階層以内で、スキーマはJSON Schema 2020-12として正しい形にしてください'],
]);

/** Explains why a detail that an API declares is not registered. */
export function leftOutAdvice({ path, message }: { path: string; message: string }): Advice {
  const rule = rulesJa.get(path.split('.', 1)[0] ?? '') ?? '値の形式を確認してください';
  return both(`Not registered: ${path} ${message}.`, `${path}は登録されません。${rule}。`);
}

/** For an endpoint that offers a way to pay which contradicts the first one, the one that would be registered. */
export const disagreeingAdvice = both(
  'Its ways to pay contradict each other, so it would not be verified: offer all in one currency, to one address on networks of one kind, the most expensive first.',
  '支払い方法の内容が一致せず、このままでは検証済みになりません。通貨、支払い先、ネットワークの種類をそろえ、最も高い料金のものを最初に示してください。',
);

/** Explains what a check found wrong with an endpoint and how to fix it. Returns undefined if nothing is wrong. */
export function adviceOf({
  verdict,
  detail = '',
  httpStatus,
}: {
  verdict: Verdict;
  detail?: string;
  httpStatus?: number;
}): Advice | undefined {
  if (verdict === 'ok') return undefined;
  if (verdict === 'blocked' || (verdict === 'no_challenge' && httpStatus !== undefined && httpStatus >= 400)) {
    const place = verdict === 'blocked' ? 'instead of' : 'before';
    return both(
      `It answers ${httpStatus} ${place} 402: let unauthenticated requests reach the challenge.`,
      `402の代わりに${httpStatus}を返しています。認証のないリクエストにも402を返してください。`,
    );
  }
  return details.get(detail) ?? advice[verdict];
}
