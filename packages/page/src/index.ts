export { contentSecurityPolicy } from './contentSecurityPolicy.js';
export { createPage, type Page, type PageAnswer } from './createPage.js';
export { type PageAsset, pageAssets } from './pageAssets.js';
