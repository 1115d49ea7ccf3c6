export { demoIntents } from './demoIntents.js';
export { type DemoService, demoServices } from './demoServices.js';
export { type SeededRandom, seededRandom } from './seededRandom.js';
export { type VariedService, variedServices } from './variedServices.js';
