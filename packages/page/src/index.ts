export { contentSecurityPolicy } from './contentSecurityPolicy.js';
export { createPage, type Page } from './createPage.js';
export { pageAssets } from './pageAssets.js';
