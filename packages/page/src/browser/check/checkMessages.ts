import { localised } from '../language/language.js';

const en = {
  title: 'Check your API',
  intro:
    'For providers: see your API as the monitor of this directory and a client that has not paid yet see it. Nothing is stored, and nothing is paid.',
  address: 'Address of a paid resource',
  check: 'Check',
  notAnAddress: 'Enter an http or https address, such as https://api.example.com/weather.',
  seen: 'What the monitor sees',
  answered: (method: string, status: number) => `${method} got a ${status} response.`,
  noAnswer: 'There was no response.',
  pays: 'What a client would pay',
  paysNothing: 'It states no payment terms that a client could pay.',
  wrong: 'What is wrong',
  nothingWrong: 'Nothing. It can be registered as it is.',
  stillRegistered: 'It can still be registered.',
};

const ja: typeof en = {
  title: 'APIを確認する',
  intro:
    'APIを提供する方へ：このディレクトリのモニターや、まだ支払っていないクライアントから、APIがどう見えるかを確認できます。保存も支払いも行いません。',
  address: '有料リソースのアドレス',
  check: '確認する',
  notAnAddress: 'https://api.example.com/weather のような、httpまたはhttpsのアドレスを入力してください。',
  seen: 'モニターから見た応答',
  answered: (method, status) => `${method}に対して${status}を返しました。`,
  noAnswer: '応答がありませんでした。',
  pays: 'クライアントが支払う料金',
  paysNothing: 'クライアントが支払える条件が示されていません。',
  wrong: '問題点',
  nothingWrong: '問題はありません。このまま登録できます。',
  stillRegistered: 'このままでも登録できます。',
};

export const checkMessages = { en, ja };
/** The messages of the check page for sellers. */
export const useCheckMessages = localised(checkMessages);

/** Returns the address that a seller wants to check; https by default. */
export function checkedIn(search: string): string {
  const text = new URLSearchParams(search).get('url')?.trim() ?? '';
  return text === '' || text.includes('://') ? text : `https://${text}`;
}
