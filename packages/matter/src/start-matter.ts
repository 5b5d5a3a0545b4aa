import { followEnergy, type House } from '@plenum/client/house';
import { type EnergyTotals, type HouseState, neverFalling, toTotals, toWellTyped } from '@plenum/entities';
import { type Clock, coalesce, every, systemClock } from '@plenum/platform';
import { createQuietWarning, type Log } from '@plenum/platform/quiet-log';
import { matterFailures } from './node/failures.ts';
import { createNode, joinMulticastGroup, type PairingCodes, readCodes } from './node/node.ts';
import { createBridgedEntities } from './session/bridged-entities.ts';

export interface MatterOptions {
  readonly house: House;
  /** The name of the house in Matter controllers. */
  readonly name: string;
  /** The folder for the pairings, which must be used for nothing else. */
  readonly data: string;
  /** UDP port; the standard port of Matter is 5540. */
  readonly port: number;
  /** The network interface to announce the house on; all by default. */
  readonly networkInterface?: string | undefined;
  /** True if garage doors are shown, and controllers may move them; false by default. */
  readonly allowGarage?: boolean | undefined;
  readonly clock?: Clock | undefined;
  readonly log: Log;
}

/** A house on the Matter network. Disposing of it disconnects normally and keeps its pairings. */
export interface Matter extends AsyncDisposable {
  readonly codes: PairingCodes;
  /** Returns the number of controllers, or ecosystems, that the house is paired with. */
  readonly pairings: () => number;
  /** Returns the number of entities that are shown, and of those that failed. */
  readonly count: () => { readonly started: number; readonly failed: number };
}

/** Changes within this time are shown together, in ms. */
const batchTime = 20;
/**
 * Interval in ms for checking whether the bridge is reachable, which may change even if nothing changes in the house.
 */
const checkInterval = 5_000;

const toWhy = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string };
  return code === 'EADDRINUSE' ? 'its UDP port is in use; choose another.' : (message ?? 'unknown');
};

/** Runs one round after another; combines requests during a round into one. */
const createRounds = (round: () => Promise<void>) => {
  let isAgain = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    do {
      isAgain = false;
      await round();
    } while (isAgain);
    running = undefined;
  };
  return {
    next: () => {
      isAgain = true;
      running ??= run();
      return running;
    },
    ended: () => running ?? Promise.resolve(),
  };
};

/** Returns the state of a house; the same object while it is unchanged. */
const createState = (house: House, energyOf: () => EnergyTotals | undefined): (() => HouseState) => {
  let from: unknown;
  let state: HouseState | undefined;
  return () => {
    const [datagrams, energy] = [house.datagrams(), energyOf()];
    if (state === undefined || datagrams !== from || energy !== state.energy)
      state = { datagrams: toWellTyped(datagrams), energy };
    from = datagrams;
    return state;
  };
};

/** Shows a house to Matter controllers (see `startMatter`). */
export async function showHouse(options: MatterOptions): Promise<Matter> {
  const {
    house,
    name,
    data,
    port,
    networkInterface,
    allowGarage = false,
    clock = systemClock,
    log,
  } = options;
  const warn = createQuietWarning(log, clock);
  let energy: EnergyTotals | undefined;
  const state = createState(house, () => energy);
  const { node, aggregator } = await createNode({ uid: house.uid, name, data, port, networkInterface, log });
  let membership: AsyncDisposable | undefined;
  let isEnding = false;
  const onChange = coalesce(clock, batchTime, () => {
    if (!isEnding) void rounds.next();
  });
  const entities = createBridgedEntities({
    house,
    state,
    aggregator,
    allowGarage,
    clock,
    log,
    onSettled: onChange,
  });
  const rounds = createRounds(() =>
    entities
      .update()
      .catch((error: unknown) => warn('The house could not be shown over Matter.', { err: error })),
  );
  await rounds.next();
  const stops = [
    house.subscribe(onChange),
    every(clock, checkInterval, onChange),
    followEnergy(house, {
      clock,
      onEnergy: (answer) => {
        energy = neverFalling(energy, toTotals(answer));
        onChange();
      },
      onError: (error) => warn('The energy of the house could not be read.', { err: error }),
    }),
  ];
  const end = async () => {
    isEnding = true;
    for (const stop of stops) stop();
    await rounds.ended();
    await node.close();
    await membership?.[Symbol.asyncDispose]();
  };
  try {
    if (networkInterface !== undefined) membership = await joinMulticastGroup(networkInterface);
    await node.start();
  } catch (error) {
    await end();
    throw matterFailures.error('start', { why: toWhy(error) });
  }
  return {
    codes: readCodes(node),
    pairings: () => Object.keys(node.state.commissioning.fabrics).length,
    count: entities.count,
    [Symbol.asyncDispose]: end,
  };
}
