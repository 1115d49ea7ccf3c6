// Bundled as one script: shared code compresses better, and there are fewer files.
export { AccountPage } from './account/accountPage.js';
export { MonitorPage } from './check/monitorPage.js';
export { ListingPage } from './listing/listingPage.js';
export { readOpenApi } from './reference/openApi.js';
export { ReferencePage } from './reference/referencePage.js';
