import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A place in the source that creates an error for clients. */
export interface ProblemCode {
  code: string;
  /** Undefined if the place does not determine it. */
  status: number | undefined;
  file: string;
}

const fixedStatus: Record<string, number> = {
  notFound: 404,
  conflict: 409,
  gone: 410,
  unprocessable: 422,
  unavailable: 503,
};

// new HttpProblem(400, 'code', …) · [400, 'code', …] · notFound('code', …) · {"status":400,…,"code":"code"}
const patterns = [
  /new HttpProblem\(\s*(?<status>\w+),\s*'(?<code>\w+)'/g,
  /\[\s*(?<status>\d{3}),\s*'(?<code>\w+)'/g,
  /(?<factory>notFound|conflict|gone|unprocessable|unavailable)\(\s*'(?<code>\w+)'/g,
  /"status":(?<status>\d{3}),.*?"code":"(?<code>\w+)"/g,
];

// These take their code from elsewhere: from a parameter, or from a table that the patterns above match.
const passing = /new HttpProblem\(\s*(?:\.\.\.\w+|\d{3},\s*code)\b/g;

async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(
      ({ entry, path }) =>
        entry.isFile() && (/\/src\/.*\.ts$/.test(path) || path.endsWith('.template')) && !/node_modules/.test(path),
    )
    .map(({ path }) => path);
}

/** Returns every error that the source in the folders can create, and the files with unclear HttpProblem calls. */
export async function problemCodes(folders: readonly string[]): Promise<{ codes: ProblemCode[]; unclear: string[] }> {
  const codes: ProblemCode[] = [];
  const unclear: string[] = [];
  for (const file of (await Promise.all(folders.map(sourceFiles))).flat()) {
    const text = await readFile(file, 'utf8');
    for (const pattern of patterns) {
      for (const { groups = {} } of text.matchAll(pattern)) {
        const status = fixedStatus[groups.factory ?? ''] ?? Number(groups.status);
        codes.push({ code: groups.code ?? '', status: Number.isNaN(status) ? undefined : status, file });
      }
    }
    const calls = text.match(/new HttpProblem\(/g)?.length ?? 0;
    const understood = [...text.matchAll(patterns[0] ?? passing), ...text.matchAll(passing)].length;
    if (calls !== understood) unclear.push(file);
  }
  return { codes, unclear };
}
