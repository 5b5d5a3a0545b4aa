import { readFileSync } from 'node:fs';
import { type Bridge, BridgeError } from '@plenum/client';
import { pendingSetup, type Setup, toSetup } from '@plenum/insight/setup';
import { catalogue, checkCommand, targetOf } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { deviceTypes } from '@plenum/protocol/lighting';
import { toSentence } from '@plenum/protocol/refusal';
import type { HouseFile, State } from '@plenum/simulator';
import { failed } from '../../failure.ts';
import type { Io } from '../../io/io.ts';
import { sendCommand } from './send-command.ts';

export const fileProblem = (option: string, file: string, error: unknown) =>
  failed(`${option}: ${file} cannot be used (${(error as NodeJS.ErrnoException).code}).`);

export const readBridge = async (bridge: Bridge): Promise<Datagrams> =>
  (await bridge.datagrams()) as Datagrams;

/**
 * Returns undefined if the bridge does not support the request, for example because it is in front of a real house.
 */
const orNothing = async <T>(offered: Promise<T>): Promise<T | undefined> => {
  try {
    return await offered;
  } catch (error) {
    if (error instanceof BridgeError && error.code === 'unsupported') return undefined;
    throw error;
  }
};

/** Reads the file of a simulated house; undefined if the house behind the bridge is real. */
export const readHouseFile = async (bridge: Bridge): Promise<HouseFile | undefined> =>
  (await orNothing(bridge.simulation.house())) as HouseFile | undefined;

/** The content of a file: settings, and in a house file also the house to create. */
interface Wanted {
  readonly setup: Setup;
  readonly state?: State;
}

const readFile = async (file: string): Promise<Wanted> => {
  const { createSimulator, readHouse, readSetup } = await import('@plenum/simulator');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw fileProblem('--import', file, error);
  }
  if (/^setup:/m.test(text)) {
    const setup = readSetup(text, file);
    if (!setup.ok) throw failed(toSentence(setup.refusal));
    return { setup: setup.value };
  }
  const house = readHouse(text, file);
  if (!house.ok) throw failed(toSentence(house.refusal));
  const state = createSimulator(house.value).initial(Date.now());
  return { setup: toSetup(state.datagrams), state };
};

type Paired = 'lamp' | 'wallSwitch';

/** Reads only the components that can be paired. */
const readPaired = async (bridge: Bridge): Promise<Datagrams> =>
  (await bridge.datagrams({ kinds: ['lighting', 'lamp', 'wallSwitch'] })) as Datagrams;

/**
 * The display names of the kinds that can be paired, and their numbers for `LiRemove` and for pairing modes that
 * require one.
 */
const pairedKinds = {
  lamp: { noun: 'Lamp', removed: enumerations.removable.values.lamp },
  wallSwitch: { noun: 'Switch', removed: enumerations.removable.values.switch },
} as const;

const isPaired = (datagrams: Datagrams, kind: Paired, place: number): boolean =>
  datagrams[kind][place]?.Att === 1;

const placesOf = (datagrams: Datagrams, kind: Paired): readonly number[] =>
  [...datagrams[kind].keys()].filter((place) => isPaired(datagrams, kind, place));

const typeOf = ({ plant }: State, place: number): number =>
  plant.lighting!.lamps[place]?.type ?? enumerations.deviceType.values.lamp;

/**
 * Pairs the devices of the file that the house does not have; a new device gets the lowest free number. Returns the
 * devices that still have to be paired; a device of a real house is put into pairing mode by hand.
 */
const pairMissing = async (bridge: Bridge, wanted: State, kind: Paired): Promise<readonly number[]> => {
  for (let has = await readPaired(bridge); ; ) {
    const missing = placesOf(wanted.datagrams, kind).filter((place) => !isPaired(has, kind, place));
    if (missing.length === 0) return missing;
    const next = has[kind].findIndex(({ Att }) => Att === 0);
    const free = next < 0 ? has[kind].length : next;
    const mode = kind === 'lamp' ? typeOf(wanted, free) : enumerations.pairable.values['wall switch'];
    const isReady = await orNothing(
      bridge.simulation.applyOverride('LightingPairing', mode).then(() => true),
    );
    if (isReady === undefined) return missing;
    await bridge.command('LiPair', { Pair: 1 });
    has = await readPaired(bridge);
    if (!isPaired(has, kind, free)) return missing;
  }
};

/** Sets the kind of each lamp to its kind in the file; a real bridge reports a kind only as text. */
const setKinds = async (bridge: Bridge, wanted: State): Promise<number> => {
  const known = (await readHouseFile(bridge))?.lighting?.lamps;
  const has = await readPaired(bridge);
  let changed = 0;
  for (const No of placesOf(wanted.datagrams, 'lamp')) {
    const Type = typeOf(wanted, No) as keyof typeof deviceTypes;
    const file = known?.[No];
    const isSame =
      file === undefined
        ? has.lamp[No]?.Type === deviceTypes[Type]
        : enumerations.deviceType.values[file.type ?? 'lamp'] === Type;
    if (isSame || !isPaired(has, 'lamp', No)) continue;
    await bridge.command('DeviceTypeChange', { No, Type });
    changed++;
  }
  return changed;
};

const nameOf = (datagrams: Datagrams, kind: Paired, place: number): string => {
  const Name = kind === 'lamp' ? datagrams.lamp[place]!.Name : '';
  return `${pairedKinds[kind].noun} ${place}${Name === '' ? '' : ` "${Name}"`}`;
};

/** Formats a count: "1 lamp", "2 switches". */
const countOf = (count: number, kind: Paired): string =>
  `${count} ${pairedKinds[kind].noun.toLowerCase()}${count === 1 ? '' : kind === 'lamp' ? 's' : 'es'}`;

/**
 * Pairs and removes lamps and switches, and sets the kinds of lamps, to match the file; returns the changes that
 * failed.
 */
const importPairings = async (bridge: Bridge, wanted: State, io: Io): Promise<readonly string[]> => {
  const before = await readPaired(bridge);
  if (before.lighting.length === 0 || wanted.datagrams.lighting.length === 0) return [];
  const left: string[] = [];
  for (const kind of ['lamp', 'wallSwitch'] as const) {
    const missing = await pairMissing(bridge, wanted, kind);
    for (const place of missing)
      left.push(
        `${nameOf(wanted.datagrams, kind, place)} is not paired: put it into pairing mode, send LiPair, and import again.`,
      );
    const has = await readPaired(bridge);
    for (const No of placesOf(has, kind)) {
      if (isPaired(wanted.datagrams, kind, No)) continue;
      if (No < wanted.datagrams[kind].length)
        await bridge.command('LiRemove', { Type: pairedKinds[kind].removed, No });
      else io.out(`${nameOf(has, kind, No)} is not in the file, and was kept.`);
    }
    const now = placesOf(await readPaired(bridge), kind).length - placesOf(before, kind).length;
    if (now !== 0) io.out(`${countOf(Math.abs(now), kind)} ${now > 0 ? 'paired' : 'removed'}.`);
  }
  const kinds = await setKinds(bridge, wanted);
  if (kinds > 0)
    io.out(`${countOf(kinds, 'lamp')} ${kinds === 1 ? 'is' : 'are'} another kind of device now.`);
  return left;
};

/** A lamp that could not be paired accepts no settings; the failed pairing has already been reported. */
const isThere = (body: Setup[number], has: Datagrams): boolean => {
  const checked = checkCommand(body);
  if (!checked.ok) return false;
  const { component } = catalogue.get(checked.value.name)!;
  if (component !== 'lamp' && component !== 'wallSwitch') return true;
  return isPaired(has, component, targetOf(checked.value).index);
};

/**
 * Sends the settings that differ from those of the house. A setting can depend on another one, so refused settings are
 * sent again until no more of them are accepted.
 */
const sendSettings = async (bridge: Bridge, setup: Setup): Promise<{ done: number; refused: string[] }> => {
  let done = 0;
  for (;;) {
    const refused: string[] = [];
    const before = done;
    for (const { name, body } of pendingSetup(setup, await readBridge(bridge))) {
      try {
        await sendCommand(bridge, { name, body });
        done++;
      } catch (error) {
        if (!(error instanceof BridgeError) || error.code !== 'refused') throw error;
        refused.push(error.message);
      }
    }
    if (done === before || refused.length === 0) return { done, refused };
  }
};

/** Applies a file to a house: a house file, or a list of settings. */
export async function importSetup(bridge: Bridge, file: string, io: Io): Promise<void> {
  const { setup, state } = await readFile(file);
  const left = state === undefined ? [] : await importPairings(bridge, state, io);
  const has = await readBridge(bridge);
  const { done, refused } = await sendSettings(
    bridge,
    left.length === 0 ? setup : setup.filter((body) => isThere(body, has)),
  );
  io.out(`${done} settings were set; the others needed no change.`);
  const undone = [...left, ...refused];
  if (undone.length > 0) throw failed(`${undone.length} could not be set:\n${undone.join('\n')}`);
}
