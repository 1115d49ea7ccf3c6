import { Settings } from '@shirube/service-kit';

/** Returns the help text, with the description of every environment variable. */
export function usage(): string {
  const width = Math.max(...Object.keys(Settings.properties).map((name) => name.length)) + 2;
  const variables = Object.entries(Settings.properties).map(([name, { description, default: value }]) => {
    const standard = value === undefined ? '' : ` Default: ${value}.`;
    return `  ${name.padEnd(width)}${description}${standard}`;
  });
  return `Usage: npm start [-- options]

Runs the whole directory in one process, on a Postgres of its own.

Options:
  --demo  load a small demo catalog in Japanese and English (once)
  --help  show this text

Settings, as environment variables:
${variables.join('\n')}
`;
}
