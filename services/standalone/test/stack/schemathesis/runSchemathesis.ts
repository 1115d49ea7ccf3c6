import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Problem } from '@shirube/contracts';
import { findProgram } from '@shirube/dev/processes';

/** A check that a response did not pass. */
export interface Finding {
  check: string;
  operation: string;
  message: string;
  request: { method: string; uri: string; body: string };
  status: number;
  problem: Partial<Problem>;
}

export interface Report {
  cases: number;
  findings: Finding[];
  /** Errors that kept schemathesis itself from testing something. */
  errors: unknown[];
}

interface Bytes {
  $base64: string;
}
/** The cases of one operation. The fields are missing if a phase skips the operation. */
interface Recorder {
  label: string;
  cases?: Record<string, unknown>;
  checks?: Record<string, { name: string; status: string; failure_info?: { failure?: { message: string } } }[]>;
  interactions?: Record<
    string,
    {
      request: { method: string; uri: string; body: Bytes | null };
      response: { status_code: number; content: Bytes | null } | null;
    }
  >;
}
interface Event {
  ScenarioFinished?: { recorder: Recorder };
  NonFatalError?: unknown;
  FatalError?: unknown;
}

const text = (bytes: Bytes | null | undefined): string =>
  bytes ? Buffer.from(bytes.$base64, 'base64').toString() : '';

function readProblem(content: string): Partial<Problem> {
  try {
    return JSON.parse(content);
  } catch {
    return { detail: content };
  }
}

/** Returns the operation of a request. Sequences of several operations have a label of their own. */
const operationOf = (label: string, { method, uri }: { method: string; uri: string }): string =>
  label.startsWith(`${method} `)
    ? label
    : `${method} ${new URL(uri).pathname.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, '{id}')}`;

function findingsOf({ label, checks = {}, interactions = {} }: Recorder): Finding[] {
  return Object.entries(checks).flatMap(([id, results]) => {
    const { request, response } = interactions[id] ?? {};
    return results
      .filter(({ status }) => status === 'failure')
      .map(({ name, failure_info }) => ({
        check: name,
        operation: request ? operationOf(label, request) : label,
        message: failure_info?.failure?.message ?? '',
        request: { method: request?.method ?? '', uri: request?.uri ?? '', body: text(request?.body) },
        status: response?.status_code ?? 0,
        problem: readProblem(text(response?.content)),
      }));
  });
}

async function readReport(file: string): Promise<Report> {
  const report: Report = { cases: 0, findings: [], errors: [] };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { ScenarioFinished, NonFatalError, FatalError }: Event = JSON.parse(line);
    const error = NonFatalError ?? FatalError;
    if (error !== undefined) report.errors.push(error);
    if (!ScenarioFinished) continue;
    report.cases += Object.keys(ScenarioFinished.recorder.cases ?? {}).length;
    report.findings.push(...findingsOf(ScenarioFinished.recorder));
  }
  return report;
}

/** Runs schemathesis with all its checks against a directory; undefined if it is not installed. */
export async function runSchemathesis(
  base: string,
  { directory, examples, args }: { directory: string; examples: number; args: readonly string[] },
): Promise<Report | undefined> {
  const program = await findProgram('schemathesis');
  if (!program) return undefined;
  const file = join(directory, 'report.ndjson');
  const child = spawn(
    program,
    [
      'run',
      `${base}/openapi.json`,
      '--checks=all',
      `--max-examples=${examples}`,
      '--continue-on-failure',
      '--suppress-health-check=all',
      '--report=ndjson',
      `--report-ndjson-path=${file}`,
      '--no-color',
      ...args,
    ],
    { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [status] = await once(child, 'close');
  // 1 means that there are findings.
  if (status !== 0 && status !== 1) throw new Error(`schemathesis ended with status ${status}: ${output}`);
  return readReport(file);
}
