// Bundled as one script: both draw plots, and fewer scripts split the code that every page shares into fewer files.
export { AdminPage } from './admin/adminPage.js';
export { readWeeks, StatsPage } from './stats/statsPage.js';
