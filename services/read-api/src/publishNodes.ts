import type { MeilisearchReader } from '@shirube/search';
import { Gauge, type Registry } from '@shirube/service-kit';

/** Publishes which search nodes this reader uses, where it has several. */
export function publishNodes({ nodes }: MeilisearchReader, registry: Registry): void {
  new Gauge({
    name: 'shirube_search_node_in_use',
    help: 'Whether this reader spreads its requests over the search node: it answers, and is whole and current.',
    labelNames: ['node'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { node, inUse } of nodes()) this.set({ node }, inUse ? 1 : 0);
    },
  });
}
