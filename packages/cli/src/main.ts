import { processIo } from './io/io.ts';
import { run } from './run.ts';

const end = new AbortController();
let isCutShort = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // A second signal ends the process immediately.
    if (end.signal.aborted) process.exit(1);
    end.abort();
  });
// EPIPE is not a failure: a reader such as `head` has stopped reading. A full disk has to be reported, but a bridge
// keeps running.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0);
  if (!isCutShort) process.stderr.write(`plenum cannot write its output: ${message}.\n`);
  isCutShort = true;
  process.exitCode ||= 1;
});
// The error cannot be reported anywhere, and a full or closed log must not end the program.
process.stderr.on('error', () => {});

// A terminal of unknown size (`script`, a container) has 0 columns and rows, so prompts would be drawn with one
// character per line.
if (process.stdout.isTTY && process.stdout.columns === 0)
  Object.assign(process.stdout, { columns: 80, rows: 24 });

const code = await run(process.argv.slice(2), processIo(end.signal));
process.exitCode = isCutShort ? code || 1 : code;
// A command that was stopped or has failed has stored its data, so pending work must not keep the process alive. After
// a failure, a connection may remain open to a server that does not respond.
if (end.signal.aborted || code !== 0)
  process.stdout.write('', () => setTimeout(() => process.exit(), 500).unref());
