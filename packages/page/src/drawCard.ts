import { createRequire } from 'node:module';
import type { CardTexts } from '../dist/browser/render.js';

// Loaded with the first card, because it is large and most processes draw none.
const require = createRequire(import.meta.url);
let loaded: typeof import('@napi-rs/canvas') | undefined;

const width = 1200;
const height = 630;
const margin = 80;
const colors = { paper: '#fbfaf7', ink: '#1f1d1a', soft: '#5f5a53', accent: '#b5361c' };
const statusColors: Record<CardTexts['status'], string> = {
  verified: '#1d6a48',
  unverified: colors.soft,
  inactive: colors.accent,
};

function loadCanvas(): typeof import('@napi-rs/canvas') {
  if (loaded) return loaded;
  loaded = require('@napi-rs/canvas') as typeof import('@napi-rs/canvas');
  for (const style of ['400Regular', '700Bold']) {
    const font = require.resolve(`@expo-google-fonts/biz-udpgothic/${style}/BIZUDPGothic_${style}.ttf`);
    if (!loaded.GlobalFonts.registerFromPath(font, 'Card')) throw new Error(`The font ${font} cannot be read.`);
  }
  return loaded;
}

/**
 * Wraps a text into lines of at most the given width, by `measure`. Text that does not fit into the last line is cut
 * off.
 */
export function fitLines(
  text: string,
  { measure, widest, most }: { measure: (text: string) => number; widest: number; most: number },
): string[] {
  const lines: string[] = [];
  let line = '';
  // Text in any script breaks between words, and an overlong word breaks anywhere.
  const words = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)].flatMap(({ segment }) =>
    measure(segment) > widest ? [...segment] : [segment],
  );
  for (const word of words) {
    if (measure((line + word).trimEnd()) <= widest) line += word;
    else if (lines.length + 1 < most) {
      lines.push(line.trimEnd());
      line = word.trimStart();
    } else {
      while (line && measure(`${line.trimEnd()}…`) > widest) line = line.slice(0, -1);
      return [...lines, `${line.trimEnd()}…`];
    }
  }
  return [...lines, line.trimEnd()].filter(Boolean);
}

/** Draws the preview image for links to a service, as a PNG. */
export async function drawCard({ name, description, price, status, statusText }: CardTexts): Promise<Buffer> {
  const { createCanvas } = loadCanvas();
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const font = (size: number, weight = 400) => {
    context.font = `${weight} ${size}px Card`;
  };
  const write = (text: string, x: number, y: number, color: string) => {
    context.fillStyle = color;
    context.fillText(text, x, y);
  };
  const measure = (text: string) => context.measureText(text).width;

  context.fillStyle = colors.paper;
  context.fillRect(0, 0, width, height);
  context.fillStyle = colors.accent;
  context.fillRect(0, 0, width, 16);
  font(34, 700);
  write('Shirube 標', margin, 104, colors.accent);

  font(64, 700);
  let y = 208;
  for (const line of fitLines(name, { measure, widest: width - 2 * margin, most: 2 })) {
    write(line, margin, y, colors.ink);
    y += 82;
  }
  font(32);
  for (const line of fitLines(description, { measure, widest: width - 2 * margin, most: 2 })) {
    write(line, margin, y, colors.soft);
    y += 48;
  }

  font(32, 700);
  write(statusText, margin, height - 128, statusColors[status]);
  font(44, 700);
  write(price, margin, height - 68, colors.ink);
  return canvas.encode('png');
}
