// Plain JavaScript for old releases of Node, which cannot run the TypeScript that follows.
import { nodeProblem } from '../../packages/cli/src/node-floor.js';

const problem = nodeProblem(process.versions.node);
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
}
