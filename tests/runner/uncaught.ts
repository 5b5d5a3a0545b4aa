/**
 * Loaded in the process of a job to show the origin of an uncaught error, because node:test shows only its message, and
 * of a call to `process.exit`, after which node:test shows no counts.
 */
import { isMainThread } from 'node:worker_threads';

process.on('uncaughtExceptionMonitor', (error: unknown) => {
  process.stderr.write(`uncaught: ${error instanceof Error ? error.stack : String(error)}\n`);
});

if (isMainThread) {
  const { exit } = process;
  process.exit = (code) => {
    process.stderr.write(`${new Error('process.exit() was called').stack}\n`);
    return exit.call(process, code);
  };
}
