import { userInfo } from 'node:os';
import {
  type Account,
  type AdminAction,
  type Database,
  findAccounts,
  findService,
  operatorAccount,
  type TransactionWork,
  withAudit,
} from '@shirube/catalog';
import type { ServiceDetail } from '@shirube/contracts';
import { CommandError, program } from '../program.js';

/** The actor in the audit log: the user who runs the command. */
export const actor = `command line (${userInfo().username})`;

/** Runs the work and records it in the audit log, both or neither. A result of false means that nothing was done. */
export function asOperator<T>(
  database: Database,
  work: TransactionWork<T>,
  action: AdminAction | ((result: T) => AdminAction | undefined),
): Promise<T> {
  return withAudit(database, actor, work, (result) => {
    if (result === false) return undefined;
    return typeof action === 'function' ? action(result) : action;
  });
}

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

/** Returns the service with this id. Throws a CommandError if there is none. */
export async function requireService(database: Database, id: string): Promise<ServiceDetail> {
  const service = await findService(database, id);
  if (!service) throw new CommandError(`There is no service with the id ${id}.`);
  return service;
}
