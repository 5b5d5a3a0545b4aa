/** Why a port cannot be listened on, by the system's code for it. */
const problems = {
  EADDRINUSE: 'port-taken',
  EACCES: 'port-forbidden',
  EPERM: 'port-forbidden',
  EADDRNOTAVAIL: 'no-such-address',
  ENOTFOUND: 'no-such-address',
} as const;

export type ListenProblem = (typeof problems)[keyof typeof problems];

/** What an error of listening means; undefined for any other error. */
export const listenProblemOf = (error: unknown): ListenProblem | undefined =>
  (problems as Readonly<Record<string, ListenProblem>>)[(error as NodeJS.ErrnoException)?.code ?? ''];
