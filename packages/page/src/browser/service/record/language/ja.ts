import type { RecordMessages } from './en.js';

export const ja: RecordMessages = {
  record: '記録',
  changes: '変更履歴',
  allChanges: (count) => `すべて表示（${count}）`,
  created: '登録',
  becomes: 'から次へ変更：',
  none: 'なし',
  fieldChanged: (field) => `${field}を変更`,
  status: '状態',
};
