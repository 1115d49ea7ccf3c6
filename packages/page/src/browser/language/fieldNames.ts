import { defineMessages } from './language.js';

/** The labels of the registration fields, by their API paths. */
export const useFieldNames = defineMessages({
  name: ['Name', '名前'],
  description: ['Description', '説明'],
  endpoint: ['Endpoint', 'エンドポイント'],
  category: ['Category', 'カテゴリ'],
  'pricing.currency': ['Currency', '通貨'],
  'pricing.pricePerRequest': ['Price per request', '1回あたりの料金'],
  'pricing.freeQuota': ['Free requests', '無料枠'],
  'x402Config.network': ['Network', 'ネットワーク'],
  'x402Config.paymentAddress': ['Payment address', '支払い先アドレス'],
  accepts: ['Ways to pay', '支払い方法'],
});
