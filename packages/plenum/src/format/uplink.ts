import type { Bridge, UplinkStatus } from '@plenum/bridge';
import type { Io } from '../io/io.ts';

const toLine = (status: UplinkStatus): string | undefined => {
  switch (status.state) {
    case 'connected':
      return 'Connected to the cloud.';
    case 'pairing': {
      const { userCode, verificationUri, expiresAt } = status;
      const until = new Date(expiresAt).toLocaleTimeString('en-GB');
      return `To pair this bridge with your account, enter ${userCode} at ${verificationUri} (until ${until}).`;
    }
    case 'waiting':
      return `The cloud: ${status.why} Trying again.`;
    case 'connecting':
      return undefined;
  }
};

/** Tells a person how a bridge stands with its cloud, whenever that changes; the code to pair with above all. */
export const followUplink = ({ uplink }: Pick<Bridge, 'uplink'>, io: Io): void => {
  if (uplink === undefined) return;
  let last: string | undefined;
  const tell = (status: UplinkStatus) => {
    const line = toLine(status);
    if (line === undefined || line === last) return;
    last = line;
    io.out(line);
  };
  tell(uplink.status());
  uplink.subscribe(tell);
};

/** Resolves when a bridge is connected to its cloud or has to wait for it. */
export const whenSettled = ({ uplink }: Pick<Bridge, 'uplink'>): Promise<UplinkStatus | undefined> =>
  new Promise((resolve) => {
    if (uplink === undefined) return resolve(undefined);
    const unsubscribe = uplink.subscribe((status) => {
      if (status.state === 'connecting') return;
      unsubscribe();
      resolve(status);
    });
    const now = uplink.status();
    if (now.state !== 'connecting') {
      unsubscribe();
      resolve(now);
    }
  });
