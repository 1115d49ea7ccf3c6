import { readFileSync } from 'node:fs';
import t from 'tap';
import { readSettings, requireSetting, SettingsError, settingsTable } from '../dist/index.js';

t.test('a setting that is not set has its default', async (t) => {
  const settings = readSettings({});
  t.match(settings, { HOST: '127.0.0.1', PORT: 3000, DATA_DIR: '.data', LOG_LEVEL: 'info' });
  t.equal(settings.DATABASE_URL, undefined);
});

t.test('an empty variable counts as unset, numbers are read as numbers', async (t) => {
  t.match(readSettings({ PORT: '8080', DATABASE_URL: '' }), { PORT: 8080, DATABASE_URL: undefined });
});

t.test('a bad variable stops with a sentence that names it, without its value', async (t) => {
  t.throws(() => readSettings({ PORT: 'eighty' }), {
    name: 'SettingsError',
    message: /^PORT .* whole number from 0 to 65535/,
  });
  t.throws(() => readSettings({ PORT: '70000' }), { message: /^PORT / });
  t.throws(() => readSettings({ LOG_LEVEL: 'loud' }), { message: /^LOG_LEVEL / });
  const both = { message: /^PORT has .*\nLOG_LEVEL has / };
  t.throws(() => readSettings({ LOG_LEVEL: 'loud', PORT: 'x' }), both, 'all are named at once');
  try {
    readSettings({ BOOTSTRAP_API_KEY: 'short-secret' });
    t.fail('a short key is refused');
  } catch (error) {
    t.type(error, SettingsError);
    t.notMatch(String(error), /short-secret/);
  }
});

t.test('a setting that a service needs is asked for by name', async (t) => {
  t.throws(() => requireSetting(readSettings({}), 'DATABASE_URL'), { message: /^DATABASE_URL is not set/ });
});

t.test('docs/configuration.md has every variable, as it is declared', async (t) => {
  const document = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  t.match(settingsTable(), '| `PORT` | `3000` | Port to listen on; 0 takes a free one. |');
  t.ok(document.endsWith(`\n## Variables\n\n${settingsTable()}`), 'run `npm run configuration` after a change');
});
