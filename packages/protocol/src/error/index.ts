export {
  type ErrorCode,
  type ErrorFacts,
  type ErrorTable,
  errorTable,
  PlenumError,
} from './plenum-error.ts';
