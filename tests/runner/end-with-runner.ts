/**
 * Loaded in the process of a job, which leads a process group: ends the group once the runner has ended. A thread checks
 * this, because a test may be in an endless loop. Threads that tests start load this module too, and do nothing.
 */
import { isMainThread, Worker } from 'node:worker_threads';

if (isMainThread) {
  const thread = new URL('await-end-of-runner.ts', import.meta.url);
  new Worker(thread, { workerData: process.ppid, execArgv: [] }).unref();
}
