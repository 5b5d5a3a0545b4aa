#!/usr/bin/env node
// Plain JavaScript that old releases understand: Node before 24 cannot run the TypeScript behind it.
const needed = 24;
const major = Number(process.versions.node.split('.')[0]);

if (major < needed) {
  console.error(
    `plenum needs Node ${needed}; this is Node ${process.versions.node}. In a checkout, "npx plenum" brings its own (Linux and Windows); else install Node ${needed} from https://nodejs.org.`,
  );
  process.exitCode = 1;
} else {
  // The second start and all later ones need not compile again, which halves them.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  await import('../src/main.ts');
}
