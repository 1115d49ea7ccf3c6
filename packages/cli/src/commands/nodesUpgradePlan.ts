import { listNodes } from '@shirube/catalog';
import { requireSetting, withoutSecrets } from '@shirube/service-kit/settings';
import { defineCommand } from '../defineCommand.js';
import { type Engine, upgradeStep } from '../nodes/upgradeStep.js';
import { withCatalog } from '../stack/openCatalog.js';
import { table } from '../terminal/table.js';

export const nodesUpgradePlan = defineCommand({
  path: 'nodes upgrade-plan',
  summary: 'show the next step of an upgrade of Meilisearch',
  notes: `Upgrades one search node after the other, so that searches continue. It looks at every node and says what to do next;
run it again after each step. It changes nothing itself, and exits with 1 until nothing is left to do.
MEILI_URL names the Meilisearch of every node, separated by commas, and MEILI_MASTER_KEY is their master key.`,
  examples: [
    'MEILI_URL=http://one:7700,http://two:7700 shirube nodes upgrade-plan --to 1.51.0',
    'shirube nodes upgrade-plan --to 1.51.0 --json',
  ],
  form: (command) => command.requiredOption('--to <VERSION>', 'the version of Meilisearch to upgrade to'),
  run: ({ to }) =>
    withCatalog({}, async ({ database, settings }) => {
      const urls = requireSetting(settings, 'MEILI_URL');
      const masterKey = requireSetting(settings, 'MEILI_MASTER_KEY');
      const { findMeilisearch, meilisearchUrls } = await import('@shirube/search');
      const found = meilisearchUrls(urls).map(async (url): Promise<Engine> => {
        const engine = await findMeilisearch({ url, apiKey: masterKey }).catch(() => undefined);
        return { url: withoutSecrets(url), version: engine?.version, node: engine?.node };
      });
      const engines = await Promise.all(found);
      const nodes = await listNodes(database);
      const step = upgradeStep(engines, nodes, to.replace(/^v/, ''));
      const rows = engines.map(({ url, version, node }) => {
        const { state = '', inRotation = false } = nodes.find(({ name }) => name === node) ?? {};
        return [node ?? '?', url, version ?? 'no answer', state, inRotation ? 'yes' : 'no'];
      });
      const heads = ['NODE', 'ADDRESS', 'VERSION', 'STATE', 'IN ROTATION'];
      const isDone = step.step === 'done';
      return {
        data: { ...step, engines },
        text: `${table(heads, rows)}\n\n${isDone ? step.text : `Next: ${step.text}`}`,
        ...(isDone ? {} : { exitCode: 1 }),
      };
    }),
});
