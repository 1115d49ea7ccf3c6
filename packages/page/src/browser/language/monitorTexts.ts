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
    wrong_price: 'another price',
    wrong_address: 'another payment address',
    wrong_network: 'another network',
    wrong_asset: 'another coin',
    redirected: 'leads to another host',
    no_challenge: 'asks for no payment',
    bad_challenge: 'unreadable payment request',
    method_not_allowed: 'neither GET nor POST',
    blocked: 'blocked',
    not_found: 'not found',
    server_error: 'server error',
    timeout: 'too slow',
    tls: 'TLS fault',
    dns: 'name not found',
    refused: 'no connection',
    template_url: 'address with placeholders',
  },
  reasons: {
    operator: 'The operator set it.',
    edited: 'Its owner changed what had been verified.',
    confirmed: 'Two checks in a row found what is registered.',
    wrong_address: 'A check was asked to pay another address.',
    contradicted: 'Two checks in a row found something else than registered.',
    failing: 'Nothing but failures for 72 hours.',
    recovered: 'It answers again.',
    opted_out: 'Its host does not want to be checked.',
    source: 'The directory that it was taken over from says so.',
  },
  simulated: 'Sample data: nobody has checked.',
};

const ja: MonitorTexts = {
  verdicts: {
    ok: '登録どおり',
    wrong_price: '料金の相違',
    wrong_address: '支払い先の相違',
    wrong_network: 'ネットワークの相違',
    wrong_asset: '通貨の相違',
    redirected: '別ホストへの転送',
    no_challenge: '支払い要求なし',
    bad_challenge: '支払い要求の形式不正',
    method_not_allowed: 'GETもPOSTも不可',
    blocked: 'アクセス拒否',
    not_found: '存在しない',
    server_error: 'サーバーエラー',
    timeout: '時間切れ',
    tls: 'TLSエラー',
    dns: '名前解決の失敗',
    refused: '接続不可',
    template_url: 'プレースホルダーを含むアドレス',
  },
  reasons: {
    operator: '運営者が設定しました。',
    edited: '検証済みの内容を登録者が変更しました。',
    confirmed: '2回続けて、登録どおりであることを確認しました。',
    wrong_address: '登録と異なるアドレスへの支払いを求められました。',
    contradicted: '2回続けて、登録と異なる内容を確認しました。',
    failing: '72時間、応答に失敗し続けました。',
    recovered: '再び応答するようになりました。',
    opted_out: 'ホストが確認を望んでいません。',
    source: '引き継ぎ元のディレクトリによる状態です。',
  },
  simulated: 'デモ用に作られた記録です。実際の確認は行われていません。',
};

/** What is said of what the monitor has seen. */
export const useMonitorTexts = localised({ en, ja });
