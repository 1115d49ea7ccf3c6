import { labelCategory } from '@shirube/catalog';
import { CategoryId, compileFaults } from '@shirube/contracts';
import { UsageError } from '../commandError.js';
import { defineCommand } from '../defineCommand.js';
import { readLabel } from '../readLabel.js';
import { withCatalog } from '../stack/openCatalog.js';
import { counted } from '../terminal/quantities.js';

const categoryFaults = compileFaults(CategoryId);

export const command = defineCommand({
  arguments: [{ name: 'ID', summary: 'the id of the category, such as image-generation' }],
  options: {
    label: { type: 'string', value: 'TEXT', summary: 'the label in English' },
    'label-ja': {
      type: 'string',
      value: 'TEXT',
      summary: 'the label in Japanese; kept as it is when left out',
    },
  },
  notes: 'The label is part of what search finds, so the services of the category are indexed anew.',
  examples: ['shirube category label image-generation --label "Image Generation" --label-ja 画像生成'],
  async run({ values, positionals: [id = ''] }) {
    const [fault] = categoryFaults(id)?.faults ?? [];
    if (fault) throw new UsageError(`ID ${fault.message}.`);
    if (values.label === undefined) throw new UsageError('--label is missing: the label in English.');
    const label = readLabel('--label', values.label);
    const labelJa =
      values['label-ja'] === undefined ? undefined : readLabel('--label-ja', values['label-ja']);
    const services = await withCatalog({ create: true }, ({ database }) =>
      labelCategory(database, id, { label, labelJa }),
    );
    return {
      data: { id, label, labelJa, services },
      text: `${id} is now labelled "${label}"${labelJa ? ` and 「${labelJa}」` : ''}; ${counted(services, 'service')} will be indexed anew.`,
    };
  },
});
