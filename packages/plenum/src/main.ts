import { processIo } from './io/io.ts';
import { run } from './run.ts';

const end = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // Who asks twice does not want to wait for the rest.
    if (end.signal.aborted) process.exit(1);
    end.abort();
  });
// A reader such as `head` that stops reading is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await run(process.argv.slice(2), processIo(end.signal));
