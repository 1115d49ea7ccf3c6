import { type Registration, readRegistration, ServiceStatus } from '@shirube/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { readLines } from './readLines.js';

const OperatorLine = Type.Object(
  {
    name: Type.String(),
    status: Type.Optional(ServiceStatus),
    trustScore: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    check: Type.Optional(
      Type.Object({
        uptimeScore: Type.Number({ minimum: 0, maximum: 100 }),
        lastChecked: Type.String(),
        txCount: Type.Integer({ minimum: 0 }),
        totalRevenue: Type.String(),
      }),
    ),
  },
  { additionalProperties: false },
);
type OperatorLine = Static<typeof OperatorLine>;

/** A demo service: what its provider registers, and what operators and checks have since found out about it. */
export interface DemoService {
  registration: Registration;
  status?: ServiceStatus | undefined;
  trustScore?: number | undefined;
  check?: { uptimeScore: number; lastChecked: Date; txCount: number; totalRevenue: string } | undefined;
}

function operatorLines(): Map<string, OperatorLine> {
  const lines = readLines('operators.ndjson').map((line) => Value.Decode(OperatorLine, line));
  return new Map(lines.map((line) => [line.name, line]));
}

/** Returns every service of the demo catalog, in the order of its file. Names are unique. */
export function demoServices(): DemoService[] {
  const operators = operatorLines();
  return readLines('catalog.ndjson').map((line, i) => {
    const read = readRegistration(line);
    if ('faults' in read) throw new Error(`demo service ${i + 1} is invalid: ${JSON.stringify(read.faults)}`);
    const { registration } = read;
    const { status, trustScore, check } = operators.get(registration.name) ?? {};
    return {
      registration,
      status,
      trustScore,
      check: check && { ...check, lastChecked: new Date(check.lastChecked) },
    };
  });
}
