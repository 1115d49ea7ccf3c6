import { ProblemError } from '@shirube/client';
import type { ServiceDetail } from '@shirube/contracts';
import type { PageProps } from '../definePage.js';
import { FiguresTable } from '../figuresTable.js';
import { useFieldNames } from '../language/fieldNames.js';
import { useMessages } from '../language/language.js';
import { Link } from '../link.js';
import { FailureNotice, Notice } from '../notice.js';
import { lastView } from '../place.js';
import type { Reads } from '../rendering.js';
import { Price, ServiceName, StatusBadge } from '../serviceLabels.js';
import { useFigureMessages } from './messages.js';
import { isChecked } from './record/trustParts.js';

/** Fetches everything that is compared about a service; undefined if it does not exist. */
async function readOne(reads: Reads, id: string, signal: AbortSignal) {
  try {
    const [service, status, trust, history] = await Promise.all([
      reads.getService(id, { signal }),
      reads.getServiceStatus(id, { signal }),
      reads.getServiceTrust(id, { signal }),
      reads.getCheckHistory(id, { window: '7d' }, { signal }),
    ]);
    return { service, status, trust, responseMs: history.responseMs };
  } catch (error) {
    const { status } = error instanceof ProblemError ? error : Object(error);
    if (status === 404 || status === 410) return undefined;
    throw error;
  }
}

export type Comparison = NonNullable<Awaited<ReturnType<typeof readOne>>>;

/** Reads the services that exist among those to compare. */
export async function readComparison(reads: Reads, ids: readonly string[], signal: AbortSignal): Promise<Comparison[]> {
  const services = await Promise.all(ids.map((id) => readOne(reads, id, signal)));
  return services.filter((service) => service !== undefined);
}

/** Up to four services side by side. */
export function ComparePage({ answer: { value, failure } }: PageProps<Comparison[]>) {
  const messages = useMessages();
  const fieldNames = useFieldNames();
  const figures = useFigureMessages();
  const dash = '–';
  const parts = ['reachability', 'honesty', 'age', 'settlements'] as const;
  return (
    <main id="results" class="compare-page" tabIndex={-1}>
      <p>
        <Link href={lastView.address} isBack>
          {messages.toDirectory}
        </Link>
      </p>
      <h1>{messages.compare}</h1>
      {failure && <FailureNotice failure={failure} />}
      {!failure && !value && <p role="status">{messages.loading}</p>}
      {value?.length === 0 && (
        <Notice title={figures.nothingToCompare}>
          <p>{figures.compareHint}</p>
        </Notice>
      )}
      {value && value.length > 0 && (
        <FiguresTable
          label={messages.compare}
          columns={[
            fieldNames.name,
            ...value.map(({ service: { id, name } }) => (
              <ServiceName key={id} name={name}>
                <Link href={`/services/${id}`}>{name}</Link>
              </ServiceName>
            )),
          ]}
          rows={[
            [figures.price, ...value.map(({ service: { id, pricing } }) => <Price key={id} pricing={pricing} />)],
            [
              figures.freeQuota,
              ...value.map(({ service: { pricing } }) =>
                pricing.freeQuota === undefined ? dash : messages.number(pricing.freeQuota),
              ),
            ],
            [messages.status, ...value.map(({ service: { id, status } }) => <StatusBadge key={id} status={status} />)],
            [
              messages.trust,
              ...value.map(({ trust }) => (isChecked(trust) ? `${trust.trustScore} / 100` : figures.notChecked)),
            ],
            ...parts.map((part) => [
              figures.trustParts[part],
              ...value.map(({ trust }) =>
                isChecked(trust) ? `${trust.parts[part].points} / ${trust.parts[part].weight}` : dash,
              ),
            ]),
            [
              figures.uptimeOf30,
              ...value.map(({ status }) => (status.lastChecked ? `${status.uptimeScore.toFixed(2)}%` : dash)),
            ],
            [
              figures.responseOf7,
              ...value.map(({ responseMs }) => (responseMs === null ? dash : `${messages.number(responseMs)} ms`)),
            ],
            [messages.chain, ...value.map(({ service }) => service.supportedChains.join(', '))],
            [figures.parameters, ...value.map(({ service }) => schemaOf(service) || dash)],
          ]}
        />
      )}
    </main>
  );
}

/** Returns a one-line summary of how to call a service: its method or tool, and its parameter names. */
function schemaOf({ call }: ServiceDetail): string {
  if (!call) return '';
  const names = [call.pathParams, call.queryParams, call.body].flatMap((schema) =>
    Object.keys(Object(Object(schema).properties)),
  );
  const how = call.type === 'mcp' ? `MCP ${call.toolName ?? ''}` : (call.method ?? 'HTTP');
  return `${how}${names.length > 0 ? `: ${names.join(', ')}` : ''}`;
}
