export { demoIntents } from './demo/demoIntents.js';
export { type DemoService, demoServices } from './demo/demoServices.js';
export { type SeededRandom, seededRandom } from './demo/seededRandom.js';
export { variedServices } from './demo/variedServices.js';
