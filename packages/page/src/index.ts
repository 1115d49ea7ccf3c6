export { contentSecurityPolicy } from './contentSecurityPolicy.js';
export { createPage, type Page, type Reads } from './createPage.js';
export { pageAssets } from './pageAssets.js';
