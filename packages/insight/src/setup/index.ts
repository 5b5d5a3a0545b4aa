export { findSetupProblems, type SetupProblem, setupProblemCodes, toSetupProblem } from './problems.ts';
export { isThere, pendingSetup, type Setup, toSetup } from './setup.ts';
export { commandsOfHouse, commandsOfStep, type SetupStep, setupSteps } from './steps.ts';
