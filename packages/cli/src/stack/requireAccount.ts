import { type Account, type Database, findAccounts, operatorAccount } from '@shirube/catalog';
import { CommandError, program } from '../program.js';

/**
 * Returns the account with this id or name, by default that of the operator. Throws a CommandError if there is none, or
 * if several accounts have the name.
 */
export async function requireAccount(database: Database, idOrName: string = operatorAccount): Promise<Account> {
  const [account, ...others] = await findAccounts(database, idOrName);
  if (!account) {
    throw new CommandError(`There is no account ${idOrName}: see the accounts with ${program} accounts list.`);
  }
  if (others.length > 0) {
    const ids = [account, ...others].map(({ id }) => id).join(', ');
    throw new CommandError(`Several accounts have the name ${idOrName}: give the id of one, ${ids}.`);
  }
  return account;
}
