import { grantReader } from '@shirube/catalog';
import { reasonOf } from '@shirube/contracts';
import { readSettings, requireSetting, withoutSecrets } from '@shirube/service-kit/settings';
import { defineCommand } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';

/** Returns the role and the password in a Postgres URL. */
function credentials(address: string): { name: string; password: string } {
  const { username, password } = URL.canParse(address) ? new URL(address) : { username: '', password: '' };
  if (!username || !password) {
    throw new CommandError(
      'DATABASE_READ_URL must name the role to create and its password: postgres://role:password@host:5432/shirube.',
    );
  }
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

export const databaseReader = defineCommand({
  path: 'database reader',
  summary: 'create the read-only Postgres role of the read APIs',
  notes: `The role and its password are those of DATABASE_READ_URL. DATABASE_URL is the catalog, with the user that owns it. The
role may read every table except those of API keys. Run this again after an upgrade, which may add tables.`,
  examples: ['DATABASE_URL=postgres://owner:… DATABASE_READ_URL=postgres://reader:… shirube database reader'],
  async run() {
    const settings = readSettings();
    const owner = requireSetting(settings, 'DATABASE_URL');
    const reader = credentials(requireSetting(settings, 'DATABASE_READ_URL'));
    if (reader.name === decodeURIComponent(new URL(owner).username)) {
      throw new CommandError('DATABASE_READ_URL names the user of DATABASE_URL, who can write: name another role.');
    }
    await withCatalog({}, ({ database }) => grantReader(database, reader)).catch((error: unknown) => {
      if (error instanceof CommandError) throw error;
      throw new CommandError(
        `The role ${reader.name} cannot be created in ${withoutSecrets(owner)}: ${reasonOf(error).replace(/\.$/, '')}.`,
      );
    });
    return {
      data: { role: reader.name },
      text: `The role ${reader.name} can read the catalog, and do nothing else.`,
    };
  },
});
