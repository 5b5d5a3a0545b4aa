/** The address at which a service tried to listen. */
export type ListenAddress = {
  readonly protocol: 'TCP' | 'UDP';
  readonly host: string;
  readonly port: number;
};

/** The facts of a sentence, in the form that error tables use: those of a `ListenAddress`. */
type Facts = Readonly<Record<string, string | number>>;

/**
 * The reasons why a service cannot listen, by code; each sentence includes a remedy. For the error table of a service.
 */
export const listenFailures = {
  'port-taken': ({ protocol, host, port }: Facts) =>
    `${protocol} port ${port} on ${host} is in use by another program; stop it, or choose another port.`,
  'port-forbidden': ({ protocol, host, port }: Facts) =>
    `This user may not listen on ${protocol} port ${port} of ${host}; choose a port above 1023.`,
  'no-such-address': ({ host }: Facts) =>
    `${host} is not an address of this machine; use one that is, or 0.0.0.0 for all.`,
};

export type ListenFailureCode = keyof typeof listenFailures;

const codes: Readonly<Record<string, ListenFailureCode>> = {
  EADDRINUSE: 'port-taken',
  EACCES: 'port-forbidden',
  EPERM: 'port-forbidden',
  EADDRNOTAVAIL: 'no-such-address',
  ENOTFOUND: 'no-such-address',
};

/** Converts a listening error to the one that `create` returns for its code; returns any other error unchanged. */
export function toListenFailure(
  error: unknown,
  where: ListenAddress,
  create: (code: ListenFailureCode, where: ListenAddress, cause: unknown) => Error,
): unknown {
  const code = codes[(error as NodeJS.ErrnoException | undefined)?.code ?? ''];
  return code === undefined ? error : create(code, where, error);
}
