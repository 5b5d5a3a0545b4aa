import { processIo } from './io/io.ts';
import { run } from './run.ts';

const end = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // A second signal ends the process at once.
    if (end.signal.aborted) process.exit(1);
    end.abort();
  });
// Not a failure: a reader such as `head` has stopped reading.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// A terminal of unknown size (`script`, a container) has 0 columns and rows: questions would be drawn one character to a line.
if (process.stdout.isTTY && process.stdout.columns === 0)
  Object.assign(process.stdout, { columns: 80, rows: 24 });

process.exitCode = await run(process.argv.slice(2), processIo(end.signal));
