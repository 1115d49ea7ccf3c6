import { localised } from '../language/language.js';

const en = {
  intro:
    'For providers: this page shows how your API responds to the monitor of this directory and to clients that have not paid yet. Nothing is stored, and nothing is paid.',
  address: 'Address of a paid resource',
  check: 'Check',
  notAnAddress: 'Enter an http or https address, such as https://api.example.com/weather.',
  seen: 'What the monitor sees',
  answered: (method: string, status: number) => `${method} got a ${status} response.`,
  noAnswer: 'There was no response.',
  pays: 'What a client would pay',
  paysNothing: 'It offers no way to pay that a client can use.',
  wrong: 'What is wrong',
  nothingWrong: 'Nothing. It can be registered as it is.',
  stillRegistered: 'It can still be registered.',
};

const ja: typeof en = {
  intro:
    'APIを提供する方へ：このディレクトリのモニターや、まだ支払っていないクライアントから、APIがどう見えるかを確認できます。保存や支払いは行いません。',
  address: '有料リソースのアドレス',
  check: '確認する',
  notAnAddress: 'https://api.example.com/weather のような、httpまたはhttpsのアドレスを入力してください。',
  seen: 'モニターから見た結果',
  answered: (method, status) => `${method}に対して${status}を返しました。`,
  noAnswer: '応答がありませんでした。',
  pays: 'クライアントが支払う料金',
  paysNothing: 'クライアントが利用できる支払い方法が示されていません。',
  wrong: '問題点',
  nothingWrong: '問題はありません。このまま登録できます。',
  stillRegistered: 'このままでも登録できます。',
};

/** The messages of the check page for sellers. */
export const useCheckMessages = localised({ en, ja });
