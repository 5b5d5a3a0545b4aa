import { discover } from '@plenum/client';
import type { Runtime } from '@plenum/platform';
import type { AttachTo } from './attach-to.ts';

interface TwinDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly to: AttachTo;
  readonly uid: string;
  /** Aborted when the bridge stops. */
  readonly signal: AbortSignal;
}

/** Logs a warning if the real bridge answers discovery with the same id as ours. */
export async function warnOfTwin({ to, uid, clock, log, signal }: TwinDeps): Promise<void> {
  const { discoveryPort: udpPort } = to;
  const host = to.host.replace(/^https:\/\//, '').replace(/^\[(.*)\]$/, '$1');
  const port = to.port ?? (host === to.host ? 80 : 443);
  const found = await discover({
    addresses: [host],
    interfaces: {},
    clock,
    signal,
    ...(udpPort && { udpPort }),
  });
  if (!found.some((bridge) => bridge.uid === uid && bridge.port === port)) return;
  log.warn(
    { uid, host },
    'the real bridge and this one answer discovery with the same id, so clients find sometimes one, sometimes the other: give this one its own id (--attach-id own), move the real one to a separate network, or turn off discovery here (--no-discovery)',
  );
}
