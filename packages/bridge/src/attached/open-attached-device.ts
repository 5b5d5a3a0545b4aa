import type { DatabaseSync } from 'node:sqlite';
import { BridgeError, connectBridge } from '@plenum/client';
import { type Clock, every } from '@plenum/machine';
import type { Device } from '../device/device.ts';
import { bridgeFailures } from '../failure/failure.ts';
import { createRecorder, type History } from '../history/recorder.ts';
import type { Log } from '../log/log.ts';
import { transact } from '../store/transact.ts';
import type { AttachTo } from './attach-to.ts';
import { createAttachedDevice } from './attached-device.ts';
import { identify } from './identify.ts';

export interface DeviceToAttach {
  readonly to: AttachTo;
  readonly db: DatabaseSync;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

const minute = 60_000;

/**
 * Keeps the process alive until some work is done. The timers of the clock do not (`Clock`), and while the bridge behind
 * is read for the first time, with pauses, there is no socket yet that would.
 */
const stayFor = async <T>(work: Promise<T>): Promise<T> => {
  const stay = setInterval(() => {}, minute);
  try {
    return await work;
  } finally {
    clearInterval(stay);
  }
};

/** What was attached; disposing of it lets go of the bridge behind and keeps the history. */
export interface Attached extends AsyncDisposable {
  readonly device: Device;
  readonly history: History;
}

/** Opens the bridge behind ours: reads everything in it once, follows it from then on, and records its history. */
export const openAttachedDevice = async ({
  to,
  db,
  clock,
  random,
  log,
}: DeviceToAttach): Promise<Attached> => {
  const { host, port = 80, accessKey, dialect, pause } = to;
  const bridge = connectBridge({
    host,
    port,
    clock: { now: clock.now, after: clock.after, random },
    ...(accessKey !== undefined && { accessKey }),
    ...(dialect !== undefined && { dialect }),
    ...(pause !== undefined && { pause }),
  });
  const meet = async () => {
    const datagrams = await bridge.datagrams();
    const identity = await identify(bridge, datagrams);
    return createAttachedDevice({ bridge, identity, datagrams, to, clock, log });
  };
  const device = await stayFor(meet()).catch((error: unknown) => {
    bridge.close();
    if (!(error instanceof BridgeError)) throw error;
    throw bridgeFailures.error('device-unreachable', { host, port, why: error.message }, error);
  });
  const history = createRecorder(db, 0);
  const store = () => {
    if (transact(db, history.write).ok) history.forgetWritten();
  };
  const cancel = every(clock, minute, () => {
    history.sample(Math.floor(clock.now() / minute) * minute, device.datagrams());
    store();
  });
  return {
    device,
    history,
    [Symbol.asyncDispose]: async () => {
      cancel();
      store();
      await device[Symbol.asyncDispose]();
    },
  };
};
