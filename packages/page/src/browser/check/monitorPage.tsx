import { defineMessages, useMessages } from '../language/language.js';
import { Link } from '../link.js';

const useOwnMessages = defineMessages({
  intro: [
    'Have you found this address in your logs? The monitor of this directory (ShirubeMonitor) has called one of your endpoints, because somebody has registered it as an API that is paid per request over x402.',
    'ログにこのアドレスが記録されていた方へ：x402でリクエストごとに支払うAPIとして登録されたため、このディレクトリのモニター（ShirubeMonitor）がエンドポイントにアクセスしました。',
  ],
  sends: ['What it sends', '送信する内容'],
  sent: [
    'GET and, if the response is not a challenge, POST with the body {}. If your challenge declares another method, it uses that one. It never pays, and sends no credentials. It sends one request to a host at a time, every few hours if all is well. Once a day it also reads what your origin declares about its paid APIs: /openapi.json, /.well-known/x402.json or /.well-known/x402.',
    'まずGETを送り、支払い要求（チャレンジ）が返らない場合は本文 {} のPOSTを送ります。チャレンジで別のメソッドが指定されていれば、そのメソッドを使います。支払いは行わず、認証情報も送りません。リクエストはホストごとに1件ずつで、正常なら数時間おきです。1日に1回、有料APIの宣言（/openapi.json、/.well-known/x402.json、/.well-known/x402）も読み取ります。',
  ],
  stores: ['What it stores', '保存する内容'],
  stored: [
    'The time of the check, your response (method, status and duration), the network, address, price and coin of your challenge, and how the challenge and those documents describe your API.',
    '確認した時刻、応答（メソッド、ステータス、所要時間）、チャレンジに含まれるネットワーク・アドレス・料金・通貨、およびチャレンジと上記の宣言にあるAPIの説明です。',
  ],
  optOut: ['How to opt out', '確認を拒否するには'],
  header: [
    'Respond with this header, and any status:',
    '次のヘッダーを付けて応答してください（ステータスは問いません）：',
  ],
  pause: [
    'The monitor then does not call your host for a week. After that it calls once, to see whether you still opt out.',
    '以後1週間、そのホストにはアクセスしません。その後1回だけアクセスし、引き続き拒否しているかを確認します。',
  ],
  verify: ['How to be verified', '検証済みになるには'],
  verified: [
    'Respond to unpaid requests with the challenge that you registered, without a redirect to another host. Every offer must have the same address, the same coin, and the same price or less.',
    '支払いのないリクエストに、登録したとおりのチャレンジを返してください。別のホストへの転送はできません。提示するすべての支払い方法で、アドレスと通貨が登録と同じで、料金が登録以下である必要があります。',
  ],
});

/** Explains the monitor to those who find it in their logs: its User-Agent names this page. */
export function MonitorPage() {
  const messages = useMessages();
  const own = useOwnMessages();
  return (
    <main id="results" class="account-page" tabIndex={-1}>
      <h1>{messages.footer.monitor}</h1>
      <p>{own.intro}</p>
      <h2>{own.sends}</h2>
      <p>{own.sent}</p>
      <h2>{own.stores}</h2>
      <p>{own.stored}</p>
      <h2>{own.optOut}</h2>
      <p>
        {own.header} <code>Shirube-Monitor: no</code>
      </p>
      <p>{own.pause}</p>
      <h2>{own.verify}</h2>
      <p>{own.verified}</p>
      <p class="actions">
        <Link class="button" href="/check">
          {messages.checkApi}
        </Link>
      </p>
    </main>
  );
}
