import { type Static, Type } from '@sinclair/typebox';
import { compileReader } from './compileFaults.js';

const names = Type.Array(Type.String({ minLength: 1 }), { minItems: 1 });
const position = Type.String({ pattern: '^\\d{1,20}$' });

/** The first frame of a backup. */
export const BackupHead = Type.Object({
  format: Type.Literal('shirube-backup'),
  version: Type.Literal(1, { description: 'The version of the format.' }),
  madeAt: Type.String(),
  madeBy: Type.String({ description: 'The version of Shirube that made it.' }),
  migrations: Type.Array(Type.String(), { description: 'The migrations that the schema is made of.' }),
  log: Type.Object(
    { settled: position, next: position },
    { description: 'The backup contains every entry of the log below `settled`, and none from `next` on.' },
  ),
  tables: Type.Array(Type.Object({ name: Type.String({ minLength: 1 }), columns: names }), {
    minItems: 1,
    description: 'Ordered so that each table comes after those that it references.',
  }),
});
export type BackupHead = Static<typeof BackupHead>;

export const readBackupHead = compileReader(BackupHead);
