import type { StatusReason } from '@shirube/contracts';
import type { Verdict } from '@shirube/domain';
import { defineMessages, type Pair } from './language.js';

/** The messages about what the monitor observed. */
export const useMonitorMessages = defineMessages({
  verdicts: {
    ok: ['as registered', '登録どおり'],
    other_details: ['description differs from the registration', '説明内容の相違'],
    wrong_price: ['another price', '料金の相違'],
    wrong_address: ['another payment address', '支払い先の相違'],
    wrong_network: ['another network', 'ネットワークの相違'],
    wrong_asset: ['another coin', '通貨の相違'],
    redirected: ['redirects to another host', '別ホストへの転送'],
    no_challenge: ['asks for no payment', '支払い要求なし'],
    bad_challenge: ['unreadable payment request', '支払い要求の形式不正'],
    method_not_allowed: ['neither GET nor POST allowed', 'GETもPOSTも不可'],
    blocked: ['blocked', 'アクセス拒否'],
    not_found: ['not found', '見つからない'],
    server_error: ['server error', 'サーバーエラー'],
    timeout: ['too slow', 'タイムアウト'],
    tls: ['TLS error', 'TLSエラー'],
    dns: ['host name not found', '名前解決の失敗'],
    refused: ['no connection', '接続不可'],
    template_url: ['address with placeholders', 'プレースホルダーを含むアドレス'],
  } satisfies Record<Verdict, Pair>,
  reasons: {
    operator: ['The operator set it.', '運営者が設定しました。'],
    edited: ['Its owner changed verified details.', '検証済みの内容を所有者が変更しました。'],
    confirmed: ['Two checks in a row confirmed the registration.', '2回続けて、登録どおりであることを確認しました。'],
    wrong_address: ['A check found another payment address.', '登録と異なるアドレスへの支払いを求められました。'],
    contradicted: ['Two checks contradicted the registration.', '2回の確認で、登録と異なる内容でした。'],
    unproven: [
      'Another account registered the endpoint first, or has proven that it owns it.',
      '別のアカウントが先に登録したか、所有を証明したエンドポイントです。',
    ],
    failing: ['All checks failed for 72 hours.', '72時間、すべての確認に失敗しました。'],
    recovered: ['It responds again.', '再び応答するようになりました。'],
    opted_out: ['Its host has opted out of checks.', 'ホストが確認を拒否しています。'],
    source: ['The directory that it was mirrored from said so.', 'ミラー元のディレクトリでの状態です。'],
  } satisfies Record<StatusReason, Pair>,
  simulated: ['Sample data, not real checks.', 'サンプルデータです。実際の確認は行われていません。'],
});
