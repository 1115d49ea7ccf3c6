export { demoIntents } from './demoIntents.js';
export { type DemoService, demoServices } from './demoServices.js';
