import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { problemCodes } from './operations/problemCodes.js';

const root = new URL('../../../', import.meta.url);
const guide = (name: string) => readFile(new URL(`docs/guides/${name}`, root), 'utf8');

t.test('errors.md names every code that the source can make, with its status, and no other', async (t) => {
  const text = await guide('errors.md');
  const rows = [...text.matchAll(/^\| `(\w+)`\s*\| (\d{3})/gm)].map(([, code = '', status = '']) => ({
    code,
    status: Number(status),
  }));
  const folders = ['services', 'packages/service-kit/src'].map((path) => fileURLToPath(new URL(path, root)));
  const { codes, unclear } = await problemCodes(folders);
  t.strictSame(unclear, [], 'every HttpProblem was understood');
  t.ok(codes.length > 15, `${codes.length} places make errors`);
  for (const { code, status, file } of codes) {
    const row = rows.find((row) => row.code === code);
    t.ok(row, `${code} of ${file.slice(fileURLToPath(root).length)}`);
    if (status !== undefined) t.equal(row?.status, status, code);
  }
  const known = new Set(codes.map(({ code }) => code));
  t.strictSame(
    rows.filter(({ code }) => !known.has(code)),
    [],
  );
});
