export {
  Argument,
  Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
export { newCommand, sentenceOf } from './newCommand.js';
export { above, wholeNumber } from './numbers.js';
export { EndWith, runProgram, UsageError } from './runProgram.js';
