import type { Bridge, UplinkStatus } from '@plenum/bridge';
import { toPlainText } from '@plenum/protocol/text';
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

/** Prints the uplink status of a bridge, with the pairing code, whenever the status changes. */
export function followUplink({ uplink }: Pick<Bridge, 'uplink'>, io: Io): void {
  if (uplink === undefined) return;
  let last: string | undefined;
  const print = (status: UplinkStatus) => {
    const line = toLine(status);
    if (line === undefined || line === last) return;
    last = line;
    io.out(toPlainText(line));
  };
  print(uplink.status());
  uplink.subscribe(print);
}

/** Resolves once a bridge is no longer connecting: it is connected to its cloud, or has to wait. */
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
