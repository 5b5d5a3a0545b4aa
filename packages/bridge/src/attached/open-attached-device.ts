import type { DatabaseSync } from 'node:sqlite';
import { type Bridge, BridgeError, connectBridge, maxApplyTime } from '@plenum/client';
import { every, type Runtime } from '@plenum/platform';
import type { Datagrams } from '@plenum/protocol/component';
import { subsystemNames } from '@plenum/protocol/definition';
import { type Identity, isInstalled, readFirmware, readUid } from '@plenum/protocol/query';
import type { SetException } from '@plenum/protocol/schedule';
import { bridgeFailures } from '../bridge-failures.ts';
import type { Device } from '../device/device.ts';
import { type History, openHistory } from '../history/history.ts';
import { holidayReading } from '../history/holiday.ts';
import { createLoggedTransact } from '../store/transact.ts';
import type { AttachTo } from './attach-to.ts';
import { type AttachedDeps, createAttachedDevice } from './attached-device.ts';
import { openAttachedIdentity } from './attached-identity.ts';

interface DeviceToAttach extends Pick<Runtime, 'clock' | 'log' | 'random'> {
  readonly to: AttachTo;
  readonly db: DatabaseSync;
  readonly timeZone: () => string;
  readonly historyDays?: number | undefined;
  /** Aborted to stop waiting for the first response of the bridge behind ours. */
  readonly signal?: AbortSignal | undefined;
}

const minute = 60_000;
/** The Type of the query for firmware modules (interface 4.2). */
const firmwareQuery = 6;

type Envelope = Readonly<Record<string, unknown>>;

/** Returns no response for a refusal because nothing is installed; throws any other error, such as of another server. */
const whenNotInstalled = (error: unknown): Envelope => {
  if (error instanceof BridgeError && error.code === 'refused' && error.status === 409) return {};
  throw error;
};

/**
 * Reads the identity of the bridge behind ours from its firmware response or, if that has none, from its settings
 * response. A bridge in a house in which nothing is installed refuses both, so its id is empty.
 */
const readIdentity = async (bridge: Bridge, datagrams: Datagrams): Promise<Identity> => {
  const firmware = (await bridge.query('ac', firmwareQuery).catch(() => ({}))) as Envelope;
  const subsystem = subsystemNames.find((name) => isInstalled(datagrams, name)) ?? 'ac';
  const envelope =
    firmware.HvacDeviceUId === undefined
      ? ((await bridge.query(subsystem, 1).catch(whenNotInstalled)) as Envelope)
      : firmware;
  return {
    uid: envelope.HvacDeviceUId === undefined ? '' : readUid(envelope.HvacDeviceUId),
    deviceType: String(envelope.DeviceType ?? 'ASH'),
    firmware: readFirmware(firmware.Fmw).join(','),
  };
};

/**
 * Keeps the process alive until a task is done. The timers of a `Clock` do not keep the process alive, and during the
 * pauses of the first read no socket is open yet.
 */
const keepAliveFor = async <T>(work: Promise<T>): Promise<T> => {
  const timer = setInterval(() => {}, minute);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
};

/** A real bridge behind ours, with its history. Disposing of it writes the history and closes the connection. */
export interface Attached extends AsyncDisposable {
  readonly device: Device;
  readonly history: History;
  /** Records a completed command. */
  readonly onCommand: AttachedDeps['onCommand'];
  /** Begins to record the real bridge as `device` shows it, with the exceptions of its favourites. */
  readonly record: (device: Device, exceptions: () => readonly SetException[]) => void;
}

/** Reads the complete state of the bridge behind ours once, then follows it and records its history. */
export async function openAttachedDevice({
  to,
  db,
  timeZone,
  historyDays,
  clock,
  random,
  log,
  signal,
}: DeviceToAttach): Promise<Attached> {
  const { host, accessKey, dialect, pause, ca, fingerprint } = to;
  const { port = host.startsWith('https://') ? 443 : 80 } = to;
  const bridge = connectBridge({
    host,
    port,
    clock,
    random,
    ...(accessKey !== undefined && { accessKey }),
    ...(ca !== undefined && { ca }),
    ...(fingerprint !== undefined && { fingerprint }),
    ...(dialect !== undefined && { dialect }),
    ...(pause !== undefined && { pause }),
  });
  const write = createLoggedTransact(db, log);
  const read = async () => {
    const datagrams = await bridge.datagrams();
    const behind = await readIdentity(bridge, datagrams);
    const identity = openAttachedIdentity(db, { given: to.id, device: behind, random });
    const history = openHistory(db, 0, { days: historyDays, commandDelay: maxApplyTime });
    // The real bridge has already carried out the command, so the command is not refused if the store cannot be
    // written. Changes that the exceptions layer makes to the week of a favourite are not recorded as commands.
    const onCommand: AttachedDeps['onCommand'] = (at, command, by) => {
      if (by.over === 'schedule') return;
      write('a command of the history', () => history.events.addCommands(at, [command], by));
    };
    const device = createAttachedDevice({ bridge, identity, datagrams, timeZone, to, onCommand, clock, log });
    device.subscribeUnconfirmed(
      (event) => void write('an event of the history', () => history.events.add(event)),
    );
    return { device, history, onCommand };
  };
  if (signal?.aborted) bridge.close();
  signal?.addEventListener('abort', bridge.close);
  const { device, history, onCommand } = await keepAliveFor(read()).catch((error: unknown) => {
    bridge.close();
    if (!(error instanceof BridgeError) || signal?.aborted) throw error;
    throw bridgeFailures.error('device-unreachable', { host, port, why: error.message }, error);
  });
  signal?.removeEventListener('abort', bridge.close);
  const store = () => {
    if (write('the history', history.write).ok) history.forgetWritten();
  };
  // Devices send values of other types than they should (wire facts 2).
  const attempt = (task: () => void) => {
    try {
      task();
    } catch (error) {
      log.error({ err: error }, 'a state of the real bridge could not be recorded');
    }
  };
  const stop = new DisposableStack();
  const record: Attached['record'] = (shown, exceptions) => {
    const see = () => {
      attempt(() => history.events.see(clock.now(), shown.datagrams(), []));
      if (history.events.isWaiting()) store();
    };
    see();
    stop.defer(shown.subscribe(see));
    const sample = () =>
      attempt(() => {
        const at = Math.floor(clock.now() / minute) * minute;
        const readings = [holidayReading(at, exceptions(), timeZone)];
        history.sample(at, shown.datagrams(), { readings, exceptions: exceptions() });
      });
    stop.defer(
      every(clock, minute, () => {
        // The last received values are not the present state: the history has a gap while the real bridge does not
        // respond.
        if (device.health()?.state === 'answering') sample();
        store();
      }),
    );
  };
  return {
    device,
    history,
    onCommand,
    record,
    [Symbol.asyncDispose]: async () => {
      stop[Symbol.dispose]();
      store();
      await device[Symbol.asyncDispose]();
    },
  };
}
