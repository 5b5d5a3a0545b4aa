/**
 * Loaded in the process of a job to show the origin of an uncaught error, because node:test shows only its message.
 */
process.on('uncaughtExceptionMonitor', (error: unknown) => {
  process.stderr.write(`uncaught: ${error instanceof Error ? error.stack : String(error)}\n`);
});
