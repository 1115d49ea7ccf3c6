import { revokeKey } from '@shirube/catalog';
import { defineCommand } from '../defineCommand.js';
import { CommandError, program } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';

export const command = defineCommand({
  path: 'keys revoke',
  summary: 'end an API key for good',
  notes: 'A revoked key is refused within a second, and cannot be brought back.',
  examples: ['shirube keys revoke 019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f'],
  form: (command) => command.argument('<ID>', 'the id of the key, as `keys list` shows it'),
  async run(id) {
    const revoked = await withCatalog({}, ({ database }) => revokeKey(database, id.toLowerCase()));
    if (!revoked) {
      throw new CommandError(`There is no live key with the id ${id}: see the ids with ${program} keys list.`);
    }
    return { data: { id, revoked }, text: `The key ${id} is revoked.` };
  },
});
