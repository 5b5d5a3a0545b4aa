import { processIo } from './io/io.ts';
import { run } from './run.ts';

const end = new AbortController();
let isCutShort = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // A second signal ends the process at once.
    if (end.signal.aborted) process.exit(1);
    end.abort();
  });
// Not a failure: a reader such as `head` has stopped reading. Where the disk of a file is full, whoever reads it has to know, but
// a bridge goes on.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0);
  if (!isCutShort) process.stderr.write(`plenum cannot write its output: ${message}.\n`);
  isCutShort = true;
  process.exitCode ||= 1;
});
// Nobody can be told, and a log that has no room or no reader must not end what runs.
process.stderr.on('error', () => {});

// A terminal of unknown size (`script`, a container) has 0 columns and rows: questions would be drawn one character to a line.
if (process.stdout.isTTY && process.stdout.columns === 0)
  Object.assign(process.stdout, { columns: 80, rows: 24 });

const code = await run(process.argv.slice(2), processIo(end.signal));
process.exitCode = isCutShort ? code || 1 : code;
// What a stopped command still waits for must not keep it; it has put away what has to be.
if (end.signal.aborted) setTimeout(() => process.exit(), 500).unref();
