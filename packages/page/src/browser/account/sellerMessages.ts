import { pluralize } from '@shirube/domain/pluralize';
import { defineMessages } from '../language/language.js';

const number = new Intl.NumberFormat('en');

/** The messages about proofs, differences and insights, apart from those that the page for operators uses too. */
export const useSellerMessages = defineMessages({
  proofs: {
    title: ['What you have proven', '証明済みのホストとアドレス'],
    none: [
      'Nothing yet. A proof makes the services at your host yours, and lets you list more of them.',
      'まだありません。ホストの所有を証明すると、そのホストのサービスがご自身のものになり、さらに登録できるようになります。',
    ],
    prove: ['Prove a host or a payment address', 'ホストまたは支払い先アドレスの所有を証明する'],
    subject: ['Host or payment address', 'ホストまたは支払い先アドレス'],
    host: ['Sells at', '提供元のホスト'],
    provenAt: ['Proven', '証明日時'],
    action: ['Action', '操作'],
    remove: ['Remove', '削除'],
    removeOf: [(subject: string) => `Remove: ${subject}`, (subject: string) => `削除：${subject}`],
    removeQuestion: [
      (subject: string) => `Remove the proof of ${subject}? Your services there will no longer be marked as proven.`,
      (subject: string) => `${subject}の証明を削除しますか？対象のサービスは所有者証明済みではなくなります。`,
    ],
    handovers: ['Services that change hands', '移管予定のサービス'],
    handoversHint: [
      'Another account has proven these after their owner. To keep one of yours, prove its host again before the date.',
      '別のアカウントが後から所有を証明しました。ご自身のサービスを保持するには、期日までにホストの所有を改めて証明してください。',
    ],
    service: ['Service', 'サービス'],
    dueAt: ['On', '期日'],
    change: ['What happens', '内容'],
    gain: ['It becomes yours', 'ご自身のサービスになります'],
    loss: ['Another account gets it', '別のアカウントに移ります'],
  },
  remedy: {
    differences: {
      wrong_price: [
        (observed: string, listed: string) => `You charge ${observed}, the listing says ${listed}.`,
        (observed: string, listed: string) => `実際の料金は${observed}ですが、掲載は${listed}です。`,
      ],
      wrong_address: [
        (observed: string, listed: string) => `You are paid at ${observed}, the listing says ${listed}.`,
        (observed: string, listed: string) => `実際の支払い先は${observed}ですが、掲載は${listed}です。`,
      ],
      wrong_network: [
        (observed: string, listed: string) => `You charge on ${observed}, the listing says ${listed}.`,
        (observed: string, listed: string) => `実際のネットワークは${observed}ですが、掲載は${listed}です。`,
      ],
    },
    update: ['Update the listing', '掲載内容を更新'],
    updateOf: [(name: string) => `Update the listing: ${name}`, (name: string) => `掲載内容を更新：${name}`],
    hint: [
      'After the update, the service is checked anew: two checks verify it.',
      '更新後は改めて確認され、2回の確認で検証済みになります。',
    ],
  },
  insights: {
    intro: [
      'How often your services were shown and opened in the last 30 days, and by which queries. Tasks and words are shown only if five askers used them in a week. Queries are not stored.',
      '過去30日間にサービスが表示・閲覧された回数と、そのときの検索内容です。用途や語は、1週間に5人以上が使ったものだけを表示します。検索文そのものは保存しません。',
    ],
    none: ['Your services have not been shown or opened yet.', 'まだ表示・閲覧されていません。'],
    shown: ['Shown', '表示'],
    opened: ['Opened', '閲覧'],
    rank: ['Average rank', '平均順位'],
    totals: [
      (shown: number, opened: number) => `Shown ${pluralize(shown, 'time')}, opened ${pluralize(opened, 'time')}`,
      (shown: number, opened: number) => `表示${number.format(shown)}回、閲覧${number.format(opened)}回`,
    ],
    queries: ['Queries', '検索内容'],
    noQueries: ['No query was asked by five askers yet.', '5人以上が使った検索はまだありません。'],
    task: ['Task', '用途'],
    keywords: ['Keywords', 'キーワード検索'],
    words: ['Words', '語'],
    missing: [
      'Words that your listing lacks. If they describe your service, add them:',
      '掲載内容に含まれていない語です。サービスに当てはまるものがあれば、追加してください：',
    ],
  },
});
