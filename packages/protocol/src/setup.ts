export { findSetupProblems, type SetupProblem } from './setup/problems.ts';
export { pendingSetup, type Setup, toSetup } from './setup/setup.ts';
