export {
  Argument,
  Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
export { newCommand, sentenceOf } from './newCommand.js';
export { above, readLabel, wholeNumber } from './readOptions.js';
export { ExitError, runProgram, UsageError } from './runProgram.js';
