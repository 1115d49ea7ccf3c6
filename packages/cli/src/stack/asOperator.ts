import { userInfo } from 'node:os';
import { type AdminAction, audited, type Database, type TransactionWork } from '@shirube/catalog';

/** The actor in the audit log: the user who runs the command. */
export const actor = `command line (${userInfo().username})`;

/** Runs the work and records it in the audit log, both or neither. A result of false means that nothing was done. */
export function asOperator<T>(
  database: Database,
  work: TransactionWork<T>,
  action: AdminAction | ((result: T) => AdminAction | undefined),
): Promise<T> {
  return audited(database, actor, work, (result) => {
    if (result === false) return undefined;
    return typeof action === 'function' ? action(result) : action;
  });
}
