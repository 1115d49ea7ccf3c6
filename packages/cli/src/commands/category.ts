import { labelCategory, listCategories } from '@shirube/catalog';
import { CategoryId, compileFaults } from '@shirube/contracts';
import { InvalidArgumentError, readLabel } from '../commandLine/index.js';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { asOperator } from '../stack/operator.js';
import { count, pluralize, table } from '../terminal/format.js';

const categoryFaults = compileFaults(CategoryId);

function readCategory(id: string): string {
  const [fault] = categoryFaults(id)?.faults ?? [];
  if (fault) throw new InvalidArgumentError(`It ${fault.message}.`);
  return id;
}

export const categoryLabel = defineCommand({
  path: 'category label',
  summary: 'set the labels of a category',
  notes: 'Search uses the label, so the services of the category are indexed again.',
  examples: ['shirube category label image-generation --label "Image Generation" --label-ja 画像生成'],
  form: (command) =>
    command
      .argument('<ID>', 'the id of the category, such as image-generation', readCategory)
      .requiredOption('--label <TEXT>', 'the label in English', readLabel)
      .option('--label-ja <TEXT>', 'the label in Japanese; kept as it is when left out', readLabel),
  async run(id, { label, labelJa }) {
    const services = await withCatalog({ create: true }, ({ database }) =>
      asOperator(database, (client) => labelCategory(client, id, { label, labelJa }), {
        action: 'category label',
        subject: id,
        detail: { label, labelJa },
      }),
    );
    return {
      data: { id, label, labelJa, services },
      text: `${id} is now labelled "${label}"${labelJa ? ` and 「${labelJa}」` : ''}; ${pluralize(services, 'service')} will be indexed again.`,
    };
  },
});

export const categoryList = defineCommand({
  path: 'category list',
  summary: 'list the categories in use',
  examples: ['shirube category list'],
  async run() {
    const categories = await withCatalog({}, ({ database }) => listCategories(database));
    if (categories.length === 0) return { data: [], text: 'No category is in use yet.' };
    const rows = categories.map(({ id, label, labelJa, count: services }) => [
      id,
      label,
      labelJa ?? '',
      count(services),
    ]);
    return { data: categories, text: table(['ID', 'LABEL', 'JAPANESE', 'SERVICES'], rows) };
  },
});
