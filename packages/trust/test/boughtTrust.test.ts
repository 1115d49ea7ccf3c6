import { assignServices, createAccount, operatorAccount } from '@shirube/catalog';
import { readSettlement } from '@shirube/contracts';
import { register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { findTrust } from '../dist/score/findTrust.js';
import { refreshTrust } from '../dist/score/refreshTrust.js';
import { recordSettlements } from '../dist/settlements/recordSettlements.js';

t.test('ten points for payments cost many customers: the three cheapest ways do not give them', async (t) => {
  const database = await testCatalog(t);
  const { id, endpoint } = await register(database);
  const other = await register(database, { endpoint: 'https://elsewhere.example.com/' });
  const { id: account } = await createAccount(database, { name: 'somebody else' });
  await assignServices(database, account, [other.id]);
  await database.query("update services set created_at = now() - interval '60 days'");
  const own = `0x${'1'.repeat(40)}`;
  await database.query('update services set payment_address = $2 where id = $1', [id, own]);
  const wallet = (n: number) => `0x${(n + 256).toString(16).padStart(40, '0')}`;
  let transactions = 0;
  /** Pays a service from each wallet on each of `days` days. */
  async function pay(wallets: readonly string[], resource = endpoint, days = 10) {
    const settlements = Array.from({ length: days }, (_, day) =>
      wallets.map((payer) => {
        const read = readSettlement({
          network: 'base',
          transaction: `0x${String(++transactions).padStart(64, '0')}`,
          payTo: own,
          payer,
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          amount: '1',
          resource,
          settledAt: new Date(Date.now() - day * 86_400_000).toISOString(),
        });
        if (!('settlement' in read)) throw new Error(JSON.stringify(read));
        return read.settlement;
      }),
    ).flat();
    await recordSettlements(database, settlements, operatorAccount);
    await refreshTrust(database, [id]);
    return (await findTrust(database, id))?.parts.settlements;
  }
  const many = Array.from({ length: 30 }, (_, n) => wallet(n));
  t.match(await pay([own, own, own]), { points: 0, facts: { transactions: 30, payers: 0 } }, 'paying oneself');
  t.match(await pay(many.slice(0, 1)), { points: 0, facts: { payers: 1, returning: 1 } }, 'from one wallet, every day');
  const idle = await pay(many);
  t.match(idle, { facts: { payers: 30, returning: 30 } });
  t.ok((idle?.points ?? 15) < 5, `from 30 wallets that pay nobody else: ${idle?.points} points`);
  await pay(many.slice(0, 20), other.endpoint, 1);
  const customers = await pay([]);
  t.ok((customers?.points ?? 0) >= 10, `20 who pay others, too, and come back: ${customers?.points} points`);
});
