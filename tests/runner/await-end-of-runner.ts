/** The thread of `end-with-runner.ts`. Its data is the process id of the runner. */
import { workerData } from 'node:worker_threads';

setInterval(() => {
  if (process.ppid !== workerData) process.kill(-process.pid, 'SIGKILL');
}, 500);
