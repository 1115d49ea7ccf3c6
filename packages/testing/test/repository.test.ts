import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const root = fileURLToPath(new URL('../../../', import.meta.url));

function filesIn(folder: string, pattern: RegExp): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
}

t.test('source and tests import the packages of others by name, never what is inside them', async (t) => {
  const members = ['packages', 'services'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(group, name)),
  );
  let imports = 0;
  for (const member of members) {
    const files = ['src', 'test'].flatMap((folder) => filesIn(join(member, folder), /\.[jt]sx?$/));
    for (const file of files) {
      for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(
        /\b(?:from|import\()\s*'(\.[^']*)'/g,
      )) {
        imports += 1;
        const imported = join(dirname(file), path);
        if (!imported.startsWith(member + sep)) t.fail(`${file} imports ${imported}`);
      }
    }
  }
  t.ok(imports > 0);
});
