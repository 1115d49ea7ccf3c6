export { type DemoIntent, demoIntents } from './demoIntents.js';
export { type DemoService, demoServices } from './demoServices.js';
