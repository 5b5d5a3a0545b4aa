export { findSetupProblems, type SetupProblem, setupProblemCodes, toSetupProblem } from './setup/problems.ts';
export { pendingSetup, type Setup, toSetup } from './setup/setup.ts';
export { commandsOfHouse, commandsOfStep, type SetupStep, setupSteps } from './setup/steps.ts';
