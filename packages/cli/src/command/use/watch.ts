import {
  type Bridge,
  BridgeError,
  type ChangedComponent,
  type ReceivedDatagram,
  type WatchState,
  watch,
} from '@plenum/client';
import { toPlainJson, toPlainText } from '@plenum/protocol/text';
import type { Command } from 'commander';
import {
  hasOwnTime,
  type ShownFields,
  toChanges,
  toDateAndTime,
  toShownFields,
  toTimeOfDay,
} from '../../format/change.ts';
import { readPort, readWhole } from '../../input/number.ts';
import type { Io } from '../../io/io.ts';
import { createStyle } from '../../io/style.ts';
import { addBridgeOptions, type ConnectOptions, withBridge } from '../../option/connect.ts';

interface WatchFlags extends ConnectOptions {
  readonly interval?: number;
  readonly notifyPort?: number;
  readonly snapshot?: true;
}

const toName = ({ kind, index, datagram }: ChangedComponent, shown: ShownFields) =>
  datagram.Name === undefined ? `${kind} ${index}` : `${kind} ${index} ${shown.get('Name') ?? ''}`.trimEnd();

const states: Readonly<Record<WatchState, string>> = {
  streaming: 'Following the live stream of the bridge.',
  polling: 'The bridge has no live stream; polling it.',
  lost: 'Connection lost; trying again.',
};

/** Formats the time of a change, by the house's clock if that differs from this machine's clock. */
const createStamp = (bridge: Bridge) => {
  let zone: Promise<string | undefined> | undefined;
  // A bridge in front of a real one has no time zone, and a response may contain an invalid time zone.
  const findZone = () =>
    bridge.simulation
      .status()
      .then(({ timeZone }) => (toDateAndTime(0, timeZone) === '' ? undefined : timeZone))
      .catch(() => undefined);
  return async ({ at }: ChangedComponent): Promise<{ at: number; text: string }> => {
    const now = Date.now();
    if (!hasOwnTime(at, now)) return { at: now, text: toTimeOfDay(new Date(now)) };
    zone ??= findZone();
    return { at, text: toDateAndTime(at, await zone) };
  };
};

/** Ends the command if another attempt cannot help because the access key or the certificate is wrong. */
const requireAccess = async (bridge: Bridge): Promise<void> => {
  try {
    await bridge.protocolVersion();
  } catch (error) {
    if (error instanceof BridgeError && (error.status === 401 || error.code === 'untrusted')) throw error;
  }
};

const run = (host: string | undefined, flags: WatchFlags, io: Io) =>
  withBridge(host, flags, io, async (bridge) => {
    await requireAccess(bridge);
    const { dim } = createStyle(io);
    const known = new Map<string, ShownFields>();
    const stamp = createStamp(bridge);
    let power: ReceivedDatagram<'power'> | undefined;
    const { interval, notifyPort, snapshot } = flags;
    const changes = watch(bridge, {
      signal: io.signal,
      onState: (state, error) =>
        io.err(dim(error === undefined ? states[state] : `${toPlainText(error.message)} ${states[state]}`)),
      ...(interval !== undefined && { interval }),
      ...(notifyPort !== undefined && { notifyPort }),
    });
    for await (const change of changes) {
      const key = `${change.kind} ${change.index}`;
      const before = known.get(key);
      if (change.kind === 'power') power = change.datagram;
      const after = toShownFields(change, power);
      known.set(key, after);
      if (before === undefined && !snapshot) continue;
      const { at, text } = await stamp(change);
      const { at: _, ...rest } = change;
      if (flags.json) io.out(toPlainJson({ at: new Date(at).toISOString(), ...rest }));
      else io.out(`${dim(text)}  ${toName(change, after)}  ${toChanges(before ?? new Map(), after)}`);
    }
  });

/** `plenum watch`: prints changes as they happen. */
export const registerWatchCommand = (program: Command, io: Io) =>
  addBridgeOptions(
    program
      .command('watch')
      .summary('show changes as they happen')
      .description('Shows what changes at a bridge, until Ctrl+C. With --json, one change per line.')
      .argument('[host]', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443'),
  )
    .option(
      '--interval <ms>',
      'time between polls of a bridge without a live stream',
      readWhole('--interval', 100, 86_400_000),
    )
    .option('--notify-port <n>', 'UDP port of change notices', readPort('--notify-port'))
    .option('--snapshot', 'start with the current state')
    .action((host: string | undefined, flags: WatchFlags) => run(host, flags, io));
