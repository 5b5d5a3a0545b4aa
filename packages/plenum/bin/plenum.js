#!/usr/bin/env node
// Plain JavaScript that old releases understand: Node before 24 cannot run the TypeScript behind it.
const needed = [26, 12];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `plenum needs Node ${needed.join('.')} or later; this is Node ${process.versions.node}. In a checkout, "npx plenum" brings its own (Linux x64); else install Node 26 from https://nodejs.org.`,
  );
  process.exitCode = 1;
} else {
  // The second start and all later ones need not compile again, which halves them.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  await import('../src/main.ts');
}
