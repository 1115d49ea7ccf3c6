import type { Database } from '../database.js';

/** What was computed from the texts of a service. The key tells whether the texts are still the same. */
interface MadeText {
  id: string;
  key: string;
  made: string;
}

/**
 * Opens the store of what was computed from texts. All search nodes share it, and its records carry the version that
 * computed them.
 */
export function openTextStore(database: Database) {
  return {
    async find(version: string, ids: readonly string[]): Promise<MadeText[]> {
      const { rows } = await database.query<MadeText>({
        name: 'find-made-texts',
        text: 'select service_id as id, key, made from made_texts where version = $1 and service_id = any ($2::uuid[])',
        values: [version, ids],
      });
      return rows;
    },
    async keep(version: string, texts: readonly MadeText[]): Promise<void> {
      await database.query({
        name: 'keep-made-texts',
        text: `insert into made_texts (service_id, version, key, made)
          select id, $1, key, made from json_to_recordset($2) as batch (id uuid, key text, made text)
          -- One that is gone by now needs nothing, and one that is going is waited for.
          where exists (select from services where services.id = batch.id for key share)
          order by id
          on conflict (service_id) do update set version = excluded.version, key = excluded.key, made = excluded.made`,
        values: [version, JSON.stringify(texts)],
      });
    },
  };
}
