import { type ReceivedComponent, type WatchState, watch } from '@plenum/client';
import { toPlainJson, toPlainText } from '@plenum/protocol/text';
import type { Command } from 'commander';
import { toDetailTable } from '../format/component.ts';
import { readPort, readWhole } from '../input/number.ts';
import type { Io } from '../io/io.ts';
import { createStyle } from '../io/style.ts';
import { addConnectOptions, type ConnectOptions, withBridge } from './connect.ts';

interface WatchFlags extends ConnectOptions {
  readonly interval?: number;
  readonly notifyPort?: number;
  readonly snapshot?: true;
}

type Shown = ReadonlyMap<string, string>;

const toShown = ({ kind, datagram }: ReceivedComponent): Shown =>
  new Map(toDetailTable(kind, datagram).rows.map(([name = '', value = '']) => [name, value]));

const toChanges = (before: Shown, after: Shown): string =>
  [...after]
    .filter(([name, value]) => before.get(name) !== value)
    .map(([name, value]) => `${name} ${before.get(name) ?? '(none)'} → ${value}`)
    .join(', ');

const toName = ({ kind, index, datagram }: ReceivedComponent, shown: Shown) =>
  datagram.Name === undefined ? `${kind} ${index}` : `${kind} ${index} ${shown.get('Name') ?? ''}`.trimEnd();

const states: Readonly<Record<WatchState, string>> = {
  streaming: 'Following its live stream.',
  polling: 'It has no live stream; polling it.',
  lost: 'Connection lost; trying again.',
};

const toTime = (date: Date) =>
  [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

const run = (host: string | undefined, flags: WatchFlags, io: Io) =>
  withBridge(host, flags, io, async (bridge) => {
    const { dim } = createStyle(io);
    const known = new Map<string, Shown>();
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
      const after = toShown(change);
      known.set(key, after);
      if (before === undefined && !snapshot) continue;
      const at = new Date();
      if (flags.json) io.out(toPlainJson({ at: at.toISOString(), ...change }));
      else io.out(`${dim(toTime(at))}  ${toName(change, after)}  ${toChanges(before ?? new Map(), after)}`);
    }
  });

/** `plenum watch`: prints changes as they happen. */
export const registerWatchCommand = (program: Command, io: Io) =>
  addConnectOptions(
    program
      .command('watch')
      .summary('show changes as they happen')
      .description('Shows what changes at a bridge, until Ctrl+C. With --json one change per line.')
      .argument('[host]', 'HOST or HOST:PORT; the default port is 80'),
  )
    .option(
      '--interval <ms>',
      'how often a bridge without a live stream is read',
      readWhole('--interval', 100, 86_400_000),
    )
    .option('--notify-port <n>', 'UDP port of change notifications', readPort('--notify-port'))
    .option('--snapshot', 'begin with the current state')
    .action((host: string | undefined, flags: WatchFlags) => run(host, flags, io));
