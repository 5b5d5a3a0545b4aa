import { checkCommand } from '@plenum/protocol/command';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import { type AnyOverride, checkOverride, faultNames } from '@plenum/protocol/simulation';
import type { HouseOverride, Simulator, State } from '@plenum/simulator';
import { cannotBe } from './problem.ts';
import type { Action } from './scenario.ts';
import type { StepFile } from './schema.ts';

/** The house of a scenario at its start. */
export interface HouseAtStart {
  readonly simulator: Simulator;
  readonly state: State;
}

/** Refuses an override of a part that the house does not have: it would be refused whenever the step comes. */
const checkInHouse = (override: AnyOverride, house: HouseAtStart | undefined): Result<AnyOverride> => {
  const isOfBridge = override.name.startsWith('Clock') || override.name === 'Quirks';
  if (house === undefined || isOfBridge) return ok(override);
  const applied = house.simulator.applyOverride(house.state, override as HouseOverride);
  if (applied.ok || applied.refusal.code !== 'not-installed') return ok(override);
  // The path of an override begins with its name.
  return applied;
};

/** Reads the only member of an object such as `{ZoneWindow: {Zone: 2, Open: 1}}` as an override. */
const readNamed = (given: object, house: HouseAtStart | undefined): Result<AnyOverride> => {
  const members = Object.entries(given);
  if (members.length !== 1) return refuse('one-command', { facts: { count: members.length } });
  const read = checkOverride(...members[0]!);
  return read.ok ? checkInHouse(read.value, house) : read;
};

const toCommand = (does: 'command' | 'app', given: object): Result<Action> => {
  const command = checkCommand(given);
  return command.ok ? ok({ does, command: command.value }) : command;
};

const toOverride = (
  does: Extract<Action, { override: unknown }>['does'],
  override: Result<AnyOverride>,
): Result<Action> => (override.ok ? ok({ does, override: override.value }) : override);

const isFault = (name: string) => (faultNames as readonly string[]).includes(name);

/** Reads each key of a step that is an action. */
const readers = {
  command: (given) => toCommand('command', given),
  app: (given) => toCommand('app', given),
  fault: (given, house) => {
    const read = readNamed(given, house);
    return read.ok && !isFault(read.value.name)
      ? cannotBe(read.value.name, 'a fault', 'write it under "override"')
      : toOverride('fault', read);
  },
  weather: (given) => toOverride('weather', checkOverride('Weather', given)),
  quirk: (given) => toOverride('quirk', checkOverride('Quirks', given)),
  override: (given, house) => {
    const read = readNamed(given, house);
    return read.ok && read.value.name.startsWith('Clock')
      ? cannotBe(read.value.name, 'part of a scenario', 'its clock moves by "at", "after" and "expect"')
      : toOverride('override', read);
  },
  cloud: (given) => ok({ does: 'cloud', isReachable: given === 'back' }),
} as const satisfies {
  readonly [K in Exclude<keyof StepFile, 'at' | 'after' | 'fails' | 'expect' | 'webhooks' | 'within'>]: (
    given: NonNullable<StepFile[K]>,
    house: HouseAtStart | undefined,
  ) => Result<Action>;
};

const keys = Object.keys(readers) as readonly (keyof typeof readers)[];

/**
 * Reads the action of a step; undefined if it has none. Without the house, it is not compared with its components. The
 * path of a refusal begins with the key of the action.
 */
export function readAction(step: StepFile, house: HouseAtStart | undefined): Result<Action | undefined> {
  const [key, other] = keys.filter((one) => step[one] !== undefined);
  if (key === undefined) return ok(undefined);
  if (other !== undefined)
    return cannotBe(other, `in a step with "${key}"`, 'a step has one action; add another step');
  // The key selects the reader of its own value.
  const read = readers[key](step[key] as never, house) as Result<Action>;
  return read.ok ? read : { ok: false, refusal: { ...read.refusal, path: [key, ...read.refusal.path] } };
}

/** Returns an action as one line: `command ZoneSetpoint {"Index":1,"Setpoint":2250}`. */
export function showAction(action: Action): string {
  if (action.does === 'cloud') return `the house ${action.isReachable ? 'reaches' : 'loses'} its cloud`;
  if ('command' in action)
    return `${action.does} ${action.command.name} ${JSON.stringify(action.command.body)}`;
  const { name, body } = action.override;
  const isNamed = action.does === 'fault' || action.does === 'override';
  return `${action.does}${isNamed ? ` ${name}` : ''} ${JSON.stringify(body)}`;
}
