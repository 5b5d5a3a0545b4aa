import { type Bridge, BridgeError } from '@plenum/client';
import {
  type GroupRoom,
  idsOf,
  isGroupOn,
  isSameName,
  type RoomCommand,
  type RoomGroup,
  roomsOf,
  roomsOfHouse,
  setRooms,
  switchGroup,
} from '@plenum/insight/group';
import { catalogue } from '@plenum/protocol/command';
import { type Datagrams, findDatagram } from '@plenum/protocol/component';
import { toPlainJson } from '@plenum/protocol/text';
import type { Command } from 'commander';
import { failed, wrongUsage } from '../../failure.ts';
import { readBody } from '../../input/body.ts';
import type { Io } from '../../io/io.ts';
import { toLines } from '../../io/table.ts';
import { addBridgeOptions, type ConnectOptions, withBridge } from '../../option/connect.ts';
import { sendCommand } from './send-command.ts';

/** The bridge and the group that an action applies to, and the words typed after the group's name. */
interface Request {
  readonly bridge: Bridge;
  readonly io: Io;
  readonly name: string;
  readonly words: readonly string[];
}

const quoted = (text: string) => JSON.stringify(text);

const nameOf = (house: Datagrams, { kind, index }: GroupRoom): string => {
  const { Name } = (findDatagram(house, kind, index) ?? {}) as { Name?: string };
  return Name || `${kind}.${index}`;
};

/** Finds a room by `zone.3` or by its name. */
const findRoom = (house: Datagrams, typed: string): GroupRoom => {
  const rooms = roomsOfHouse(house);
  const named = rooms.filter((room) => isSameName(nameOf(house, room), typed.trim()));
  if (named.length > 1)
    throw wrongUsage(
      `${quoted(typed)} is ${named.map(({ kind, index }) => `${kind}.${index}`).join(' and ')}; say which one.`,
    );
  const [kind, index] = typed.toLowerCase().split('.', 2);
  const room = named[0] ?? rooms.find((one) => one.kind === kind && String(one.index) === index);
  if (room !== undefined) return room;
  const known = rooms.map((one) => `${one.kind}.${one.index} ${nameOf(house, one)}`).join(', ');
  throw wrongUsage(`There is no room ${quoted(typed)}; there are ${known}.`);
};

const findGroup = async ({ bridge, name }: Request): Promise<RoomGroup> => {
  const groups = await bridge.groups.list();
  const found = groups.find((one) => isSameName(one.name, name.trim()));
  if (found !== undefined) return found;
  const known = groups.map((one) => quoted(one.name)).join(', ');
  throw failed(
    `There is no group ${quoted(name)}; ${known === '' ? 'none has been made' : `there are ${known}`}.`,
  );
};

/** Sends every command even if one was refused, because the rooms do not depend on each other. */
const sendAll = async ({ bridge, io }: Request, commands: readonly RoomCommand[]): Promise<void> => {
  let refused = 0;
  for (const [name, body] of commands) {
    try {
      await sendCommand(bridge, { name, body });
    } catch (error) {
      if (!(error instanceof BridgeError) || error.code !== 'refused') throw error;
      refused++;
      io.err(`${name}: ${error.message}`);
    }
  }
  if (refused > 0) throw failed(`${refused} of ${commands.length} commands were refused.`);
};

const switchTo =
  (on: boolean) =>
  async (request: Request): Promise<void> => {
    const group = await findGroup(request);
    await sendAll(request, switchGroup(await request.bridge.datagrams(), idsOf(group), on));
  };

const readSetpoint = (typed: string): number => {
  const definition = catalogue.get('ZoneSetpoint')!;
  return (readBody(definition, [`Setpoint=${typed}`]) as { Setpoint: number }).Setpoint;
};

/** An action on a group, and the words required after the name of the group. */
const actions: Readonly<
  Record<string, { readonly needs?: string; readonly run: (request: Request) => Promise<void> }>
> = {
  set: {
    needs: 'ROOM...',
    run: async ({ bridge, name, words }) => {
      const house = await bridge.datagrams();
      await bridge.groups.save({ name, rooms: words.map((word) => findRoom(house, word)) });
    },
  },
  rename: {
    needs: 'NEW_NAME',
    run: async (request) => {
      const { name: formerly, rooms } = await findGroup(request);
      await request.bridge.groups.save({ name: request.words.join(' '), formerly, rooms });
    },
  },
  remove: {
    run: async (request) => {
      const { name } = await findGroup(request);
      await request.bridge.groups.remove(name);
    },
  },
  on: { run: switchTo(true) },
  off: { run: switchTo(false) },
  setpoint: {
    needs: 'TEMPERATURE',
    run: async (request) => {
      const setpoint = readSetpoint(request.words.join(''));
      const ids = idsOf(await findGroup(request));
      const house = await request.bridge.datagrams();
      const rooms = roomsOf(house).filter(({ id }) => ids.has(id));
      if (rooms.length === 0) throw failed(`No room of ${quoted(request.name)} has a setpoint.`);
      await sendAll(request, setRooms(rooms, setpoint, house));
    },
  },
};

const list = async (bridge: Bridge, options: ConnectOptions, io: Io): Promise<void> => {
  const groups = await bridge.groups.list();
  if (options.json) return io.out(toPlainJson({ groups }, 2));
  if (groups.length === 0)
    return io.out('There are no groups; "plenum groups HOST set NAME ROOM..." makes one.');
  const house = await bridge.datagrams();
  const rows = groups.map((group) => [
    group.name,
    isGroupOn(house, idsOf(group)) ? 'on' : 'off',
    group.rooms.map((room) => nameOf(house, room)).join(', '),
  ]);
  for (const line of toLines({ head: ['group', '', 'rooms'], rows, cutLast: false }, io)) io.out(line);
};

const act = async (
  host: string | undefined,
  [typed = '', name, ...words]: readonly string[],
  options: ConnectOptions,
  io: Io,
): Promise<void> => {
  const action = Object.hasOwn(actions, typed) ? actions[typed]! : undefined;
  if (action === undefined)
    throw wrongUsage(`${quoted(typed)} is not an action; there are ${Object.keys(actions).join(', ')}.`);
  const { needs } = action;
  if (name === undefined || (words.length === 0) !== (needs === undefined))
    throw wrongUsage(`plenum groups HOST ${typed} NAME${needs === undefined ? '' : ` ${needs}`}`);
  await withBridge(host, options, io, (bridge) => action.run({ bridge, io, name, words }));
  io.out(options.json ? JSON.stringify({ result: 'OK' }) : 'OK');
};

/** `plenum groups`: lists, changes and controls the groups of rooms that a bridge stores. */
export const registerGroupsCommand = (program: Command, io: Io) =>
  addBridgeOptions(
    program
      .command('groups')
      .summary('list, create and control groups of rooms')
      .description(
        'Lists the groups of rooms in a house, creates and removes them, and controls all rooms of one.',
      )
      .argument('[host]', 'HOST, HOST:PORT or https://HOST[:PORT]; the default port is 80, or 443')
      .argument('[action]', `${Object.keys(actions).join(', ')}; without one, lists the groups`)
      .argument(
        '[words...]',
        'the name of the group; then rooms (zone.3, split.0, vrf.1 or their names), a new name or a setpoint',
      ),
  )
    .addHelpText('after', () =>
      [
        '',
        'Examples:',
        '  plenum groups 127.0.0.1:8080',
        '  plenum groups 127.0.0.1:8080 set Upstairs zone.1 zone.2',
        '  plenum groups 127.0.0.1:8080 setpoint Upstairs 21.5',
        '  plenum groups 127.0.0.1:8080 off Upstairs',
        '  plenum groups 127.0.0.1:8080 rename Upstairs "First floor"',
      ].join('\n'),
    )
    .action(
      (
        host: string | undefined,
        action: string | undefined,
        words: readonly string[],
        options: ConnectOptions,
      ) =>
        action === undefined
          ? withBridge(host, options, io, (bridge) => list(bridge, options, io))
          : act(host, [action, ...words], options, io),
    );
