/**
 * Loaded in the process of a job, which leads a process group: ends the group once the runner has ended. A thread checks
 * this, because a test may be in an endless loop.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads';

if (isMainThread) new Worker(new URL(import.meta.url), { workerData: process.ppid, execArgv: [] }).unref();
else
  setInterval(() => {
    if (process.ppid !== workerData) process.kill(-process.pid, 'SIGKILL');
  }, 500);
