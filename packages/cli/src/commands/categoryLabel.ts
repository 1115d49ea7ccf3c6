import { labelCategory } from '@shirube/catalog';
import { InvalidArgumentError } from '@shirube/command-line';
import { CategoryId, compileFaults } from '@shirube/contracts';
import { defineCommand } from '../defineCommand.js';
import { readLabel } from '../readLabel.js';
import { withCatalog } from '../stack/openCatalog.js';
import { counted } from '../terminal/quantities.js';

const categoryFaults = compileFaults(CategoryId);

function readCategory(id: string): string {
  const [fault] = categoryFaults(id)?.faults ?? [];
  if (fault) throw new InvalidArgumentError(`It ${fault.message}.`);
  return id;
}

export const command = defineCommand({
  path: 'category label',
  summary: 'give a category its readable labels',
  notes: 'The label is part of what search finds, so the services of the category are indexed anew.',
  examples: ['shirube category label image-generation --label "Image Generation" --label-ja 画像生成'],
  form: (command) =>
    command
      .argument('<ID>', 'the id of the category, such as image-generation', readCategory)
      .requiredOption('--label <TEXT>', 'the label in English', readLabel)
      .option('--label-ja <TEXT>', 'the label in Japanese; kept as it is when left out', readLabel),
  async run(id, { label, labelJa }) {
    const services = await withCatalog({ create: true }, ({ database }) =>
      labelCategory(database, id, { label, labelJa }),
    );
    return {
      data: { id, label, labelJa, services },
      text: `${id} is now labelled "${label}"${labelJa ? ` and 「${labelJa}」` : ''}; ${counted(services, 'service')} will be indexed anew.`,
    };
  },
});
