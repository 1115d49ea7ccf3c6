import { defineMessages } from '../language/language.js';

/** The messages of the check page for sellers. */
export const useCheckMessages = defineMessages({
  intro: [
    'For providers: this page shows how your API responds to the monitor of this directory and to clients that have not paid yet. Nothing is stored, and nothing is paid.',
    'APIを提供する方へ：このディレクトリのモニターや、まだ支払っていないクライアントから、APIがどう見えるかを確認できます。保存や支払いは行いません。',
  ],
  address: ['URL of a paid resource', '有料リソースのURL'],
  check: ['Check', '確認する'],
  notAnAddress: [
    'Enter an http or https URL, such as https://api.example.com/weather.',
    'https://api.example.com/weather のような、httpまたはhttpsのURLを入力してください。',
  ],
  result: ['What the monitor sees', 'モニターから見た結果'],
  answered: [
    (method: string, status: number) => `${method} got a ${status} response.`,
    (method: string, status: number) => `${method}に対して${status}を返しました。`,
  ],
  noAnswer: ['There was no response.', '応答がありませんでした。'],
  pays: ['What a client would pay', 'クライアントが支払う料金'],
  paysNothing: [
    'It offers no way to pay that a client can use.',
    'クライアントが利用できる支払い方法が示されていません。',
  ],
  wrong: ['What is wrong', '問題点'],
  nothingWrong: ['Nothing. It can be registered as it is.', '問題はありません。このまま登録できます。'],
  stillRegistered: ['It can still be registered.', 'このままでも登録できます。'],
});
