import { localised } from '../language/language.js';

const en = {
  title: 'API reference',
  intro: 'All pages of this directory use this API.',
  document: 'OpenAPI document',
  groups: 'Route groups',
  key: 'API key, for routes that need one',
  keyHelp: 'It stays in this tab and is sent to this directory only.',
  needsKey: 'Needs an API key',
  parameters: 'Parameters',
  required: 'required',
  body: 'Body',
  fields: 'Fields',
  members: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
  answers: 'Responses',
  tryIt: 'Try it',
  send: 'Send',
  sending: 'Sending …',
  answered: (status: number, text: string) => `Response: ${status} ${text}`,
  unreachable: 'The directory did not respond.',
};

const ja: typeof en = {
  title: 'APIリファレンス',
  intro: 'このディレクトリのページは、すべてこのAPIを使っています。',
  document: 'OpenAPIドキュメント',
  groups: 'ルートのグループ',
  key: 'APIキー（必要なルートで使用）',
  keyHelp: 'キーはこのタブだけに保持され、このディレクトリにのみ送信されます。',
  needsKey: 'APIキーが必要です',
  parameters: 'パラメーター',
  required: '必須',
  body: 'リクエスト本文',
  fields: '項目',
  members: (count) => `項目 ${count} 件`,
  answers: 'レスポンス',
  tryIt: '試してみる',
  send: '送信',
  sending: '送信中…',
  answered: (status, text) => `レスポンス：${status} ${text}`,
  unreachable: 'ディレクトリから応答がありません。',
};

export const useReferenceMessages = localised({ en, ja });
