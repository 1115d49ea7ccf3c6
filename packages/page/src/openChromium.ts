import { findProgram } from '@shirube/dev/processes';
import { type Browser, chromium } from 'playwright-core';

const commands = ['chromium', 'chromium-browser', 'google-chrome'];
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts the installed Chromium headless; undefined if there is none on PATH. */
export async function openChromium(moreArgs: readonly string[] = []): Promise<Browser | undefined> {
  for (const command of commands) {
    const executablePath = await findProgram(command);
    if (executablePath) return chromium.launch({ executablePath, args: [...args, ...moreArgs] });
  }
  return undefined;
}
