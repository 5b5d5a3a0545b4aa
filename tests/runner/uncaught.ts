/** Loaded in the process of a job: shows where an uncaught error came from. node:test shows only its message. */
process.on('uncaughtExceptionMonitor', (error: unknown) => {
  process.stderr.write(`uncaught: ${error instanceof Error ? error.stack : String(error)}\n`);
});
