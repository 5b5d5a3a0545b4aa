/** In the process of a job: shows where an error came from that nobody caught. node:test tells its message only. */
process.on('uncaughtExceptionMonitor', (error: unknown) => {
  process.stderr.write(`uncaught: ${error instanceof Error ? error.stack : String(error)}\n`);
});
