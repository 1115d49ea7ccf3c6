import { defineMessages } from '../language/language.js';

/** The messages of the API reference. */
export const useReferenceMessages = defineMessages({
  members: [(count: number) => (count === 1 ? '1 field' : `${count} fields`), (count: number) => `項目 ${count} 件`],
  answered: [
    (status: number, text: string) => `Response: ${status} ${text}`,
    (status: number, text: string) => `レスポンス：${status} ${text}`,
  ],
  title: ['API reference', 'APIリファレンス'],
  intro: ['All pages of this directory use this API.', 'このディレクトリのページは、すべてこのAPIを使っています。'],
  document: ['OpenAPI document', 'OpenAPIドキュメント'],
  groups: ['Route groups', 'ルートのグループ'],
  key: ['API key, for routes that need one', 'APIキー（必要なルートで使用）'],
  keyHelp: [
    'It stays in this tab and is sent to this directory only.',
    'キーはこのタブだけに保持され、このディレクトリにのみ送信されます。',
  ],
  needsKey: ['Needs an API key', 'APIキーが必要です'],
  parameters: ['Parameters', 'パラメーター'],
  required: ['required', '必須'],
  body: ['Body', 'リクエスト本文'],
  fields: ['Fields', '項目'],
  answers: ['Responses', 'レスポンス'],
  tryIt: ['Try it', '試してみる'],
  send: ['Send', '送信'],
  sending: ['Sending …', '送信中…'],
  unreachable: ['The directory did not respond.', 'ディレクトリから応答がありません。'],
});
