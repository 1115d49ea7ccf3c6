export { createPage, type Page, type Reads } from './createPage.js';
export { pageAssets } from './pageAssets.js';
export { contentSecurityPolicy } from './pageFile.js';
