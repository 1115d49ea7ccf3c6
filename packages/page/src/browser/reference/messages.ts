import { localised } from '../language/language.js';

const en = {
  title: 'API reference',
  intro: 'Everything on these pages is done with this API. Reading needs no key.',
  document: 'OpenAPI document',
  groups: 'Groups of routes',
  key: 'API key, for routes that need one',
  keyHelp: 'It stays in this tab and is sent to this directory only.',
  needsKey: 'Needs an API key',
  parameters: 'Parameters',
  required: 'required',
  body: 'Body',
  fields: 'Fields',
  members: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
  answers: 'Answers',
  tryIt: 'Try it',
  send: 'Send',
  sending: 'Sending …',
  answered: (status: number, text: string) => `Answered with ${status} ${text}`,
  unreachable: 'The directory did not answer.',
};

const ja: typeof en = {
  title: 'APIリファレンス',
  intro: 'このサイトの機能はすべてこのAPIで実現しています。読み取りにキーは不要です。',
  document: 'OpenAPIドキュメント',
  groups: 'ルートの分類',
  key: 'APIキー（必要なルート用）',
  keyHelp: 'キーはこのタブの中だけに保持され、このディレクトリにのみ送信されます。',
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
