import type { StatusReason, Verdict } from '@shirube/contracts';
import { localised } from './language.js';

interface MonitorTexts {
  verdicts: Record<Verdict, string>;
  reasons: Record<StatusReason, string>;
  simulated: string;
}

const en: MonitorTexts = {
  verdicts: {
    ok: 'as registered',
    other_details: 'description differs from the registration',
    wrong_price: 'another price',
    wrong_address: 'another payment address',
    wrong_network: 'another network',
    wrong_asset: 'another coin',
    redirected: 'redirects to another host',
    no_challenge: 'asks for no payment',
    bad_challenge: 'unreadable payment request',
    method_not_allowed: 'neither GET nor POST allowed',
    blocked: 'blocked',
    not_found: 'not found',
    server_error: 'server error',
    timeout: 'too slow',
    tls: 'TLS error',
    dns: 'host name not found',
    refused: 'no connection',
    template_url: 'address with placeholders',
  },
  reasons: {
    operator: 'The operator set it.',
    edited: 'Its owner changed verified details.',
    confirmed: 'Two checks in a row confirmed the registration.',
    wrong_address: 'A check found another payment address.',
    contradicted: 'Two checks contradicted the registration.',
    unproven: 'Another account registered the endpoint first, or has proven that it owns it.',
    failing: 'All checks failed for 72 hours.',
    recovered: 'It responds again.',
    opted_out: 'Its host has opted out of checks.',
    source: 'The directory that it was mirrored from said so.',
  },
  simulated: 'Sample data, not real checks.',
};

const ja: MonitorTexts = {
  verdicts: {
    ok: '登録どおり',
    other_details: '説明内容の相違',
    wrong_price: '料金の相違',
    wrong_address: '支払い先の相違',
    wrong_network: 'ネットワークの相違',
    wrong_asset: '通貨の相違',
    redirected: '別ホストへの転送',
    no_challenge: '支払い要求なし',
    bad_challenge: '支払い要求の形式不正',
    method_not_allowed: 'GETもPOSTも不可',
    blocked: 'アクセス拒否',
    not_found: '見つからない',
    server_error: 'サーバーエラー',
    timeout: 'タイムアウト',
    tls: 'TLSエラー',
    dns: '名前解決の失敗',
    refused: '接続不可',
    template_url: 'プレースホルダーを含むアドレス',
  },
  reasons: {
    operator: '運営者が設定しました。',
    edited: '検証済みの内容を所有者が変更しました。',
    confirmed: '2回続けて、登録どおりであることを確認しました。',
    wrong_address: '登録と異なるアドレスへの支払いを求められました。',
    contradicted: '2回の確認で、登録と異なる内容でした。',
    unproven: '別のアカウントが先に登録したか、所有を証明したエンドポイントです。',
    failing: '72時間、すべての確認に失敗しました。',
    recovered: '再び応答するようになりました。',
    opted_out: 'ホストが確認を拒否しています。',
    source: 'ミラー元のディレクトリでの状態です。',
  },
  simulated: 'サンプルデータです。実際の確認は行われていません。',
};

/** The messages about what the monitor observed. */
export const useMonitorTexts = localised({ en, ja });
