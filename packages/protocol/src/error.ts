export {
  type ErrorCode,
  type ErrorFacts,
  type ErrorTable,
  errorTable,
  PlenumError,
} from './error/plenum-error.ts';
