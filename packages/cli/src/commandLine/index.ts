export {
  Argument,
  Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
export { newCommand, sentenceOf } from './newCommand.js';
export { above, readChains, readLabel, wholeNumber } from './readOptions.js';
export { ExitError, runProgram, UsageError } from './runProgram.js';
