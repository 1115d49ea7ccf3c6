import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const members = ['packages', 'services'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => join(group, name)),
);

function filesIn(folder: string, pattern: RegExp): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
}

t.test('source and tests import the packages of others by name, never what is inside them', async (t) => {
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

/** The anchors of a document, as GitHub makes them from its headings. */
const anchorsOf = (text: string) =>
  [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

t.test('every link between documents leads somewhere', async (t) => {
  const readmes = members.map((member) => join(member, 'README.md')).filter((file) => existsSync(join(root, file)));
  const documents = ['README.md', ...filesIn('docs', /\.md$/), ...readmes];
  let links = 0;
  for (const file of documents) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g)) {
      links += 1;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(join(root, target))) t.fail(`${file} links to ${link}`);
      else if (anchor && !anchorsOf(readFileSync(join(root, target), 'utf8')).includes(anchor))
        t.fail(`${file} links to ${link}, which has no such heading`);
    }
  }
  t.ok(links > 0);
});
