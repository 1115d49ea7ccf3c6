import type { ComponentType } from 'preact';
import { serviceIn } from './view.js';

/** A page that the server renders and whose script the browser loads separately. */
export interface DrawnPage {
  name: string;
  load: () => Promise<ComponentType<{ path: string }>>;
  /** Whether the page depends on nothing but its language. The server renders it once. */
  isConstant?: boolean;
}

const load = () => import('./service/servicePages.js');
export const serviceScript: DrawnPage = { name: 'service', load: async () => (await load()).ServicePage };
const others = new Map<string, DrawnPage>([
  ['/compare', { name: 'compare', load: async () => (await load()).ComparePage }],
  ['/stats', { name: 'stats', load: async () => (await import('./plottedPages.js')).StatsPage }],
  ['/docs', { name: 'reference', load: async () => (await import('./workPages.js')).ReferencePage, isConstant: true }],
  ['/check', { name: 'check', load: async () => (await load()).CheckPage }],
]);

/** Returns the page at that path; undefined if there is none. */
export const drawnPage = (path: string): DrawnPage | undefined =>
  serviceIn(path) === undefined ? others.get(path.replace(/\/$/, '')) : serviceScript;
