#!/usr/bin/env node
// Plain JavaScript that old releases understand: Node before 24 cannot run the TypeScript behind it.
import { nodeProblem } from '../src/node-floor.js';

const problem = nodeProblem(process.versions.node);
// `doctor` names it among what else is wrong, if this release can run it.
const isExamined = process.argv[2] === 'doctor' && Number.parseInt(process.versions.node, 10) >= 24;

if (problem !== undefined && !isExamined) {
  console.error(problem);
  process.exitCode = 1;
} else {
  // The second start and all later ones need not compile again, which halves them.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  await import('../src/main.ts');
}
