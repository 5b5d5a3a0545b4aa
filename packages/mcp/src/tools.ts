import { limitsOf } from '@plenum/entities';
import { catalogue } from '@plenum/protocol/command';
import { memberOfBody } from '@plenum/protocol/definition';
import { enumerations, type Field, factsOf, type NumberField } from '@plenum/protocol/field';
import {
  explainEntity,
  readAutomation,
  readEntity,
  readHouse,
  type SetOptions,
  setEntity,
} from './entities.ts';
import { readHistory } from './history.ts';
import type { AssistedHouse } from './house.ts';
import { refused } from './refused.ts';

/** The arguments of a tool call, already validated by the schema of the tool. */
export type Arguments = Readonly<Record<string, string | number | boolean>>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly run: (house: AssistedHouse, args: Arguments, options: SetOptions) => Promise<object>;
}

const bodyField = (command: string, member: string): Field =>
  memberOfBody(catalogue.get(command)!.body, member);

/** Returns the schema of a number in people's units, with the limits of the command that it is for. */
const numberOf = (command: string, member: string) => {
  const { min, max, step } = limitsOf(bodyField(command, member) as NumberField);
  return {
    type: 'number',
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(step !== undefined && { multipleOf: step }),
  };
};

const choiceOf = (command: string, member: string) => ({
  type: 'string',
  enum: Object.keys(factsOf(bodyField(command, member)).choices ?? {}).filter(
    (label) => !/^(not available|type \d+)$/.test(label),
  ),
});

const thing = { type: 'string', description: 'path or name: zone/3, split/0, unit, Kitchen' };
const flag = { type: 'boolean' };

/** Returns the given values for members of an entity; `undefined` for omitted ones. */
const typedOf = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === true ? 'on' : value === false ? 'off' : String(value)]],
    ),
  );

const set = (
  house: AssistedHouse,
  path: string,
  members: Readonly<Record<string, unknown>>,
  options: SetOptions,
) => {
  const values = typedOf(members);
  if (Object.keys(values).length === 0) throw refused('Nothing to change was given.');
  return setEntity(house, { path, values }, options);
};

const reads: readonly Tool[] = [
  {
    name: 'get_house',
    title: 'Read the house',
    description:
      'Every unit, room, favourite, station, power channel and lamp of the house, with its path and state.',
    properties: {},
    required: [],
    run: (house) => readHouse(house),
  },
  {
    name: 'get_component',
    title: 'Read one entity',
    description: 'Everything known about one entity of the house.',
    properties: { thing },
    required: ['thing'],
    run: (house, args) => readEntity(house, String(args.thing)),
  },
  {
    name: 'get_history',
    title: 'Read recorded history',
    description:
      'One series in equal steps up to now. Series have names such as zone.3.Temp, unit.Supply, power.0.1.W, house.used.Wh.',
    properties: { series: { type: 'string' }, hours: { type: 'integer', minimum: 1, maximum: 8760 } },
    required: ['series', 'hours'],
    run: (house, args) => readHistory(house, { series: String(args.series), hours: Number(args.hours) }),
  },
  {
    name: 'explain',
    title: 'Explain a room or unit',
    description:
      'Why a room or unit is in its current state (setpoint, controlling room, mode, limits, heat), and what would change that.',
    properties: { thing },
    required: ['thing'],
    run: (house, args) => explainEntity(house, String(args.thing)),
  },
  {
    name: 'get_automation',
    title: 'Read automatic actions',
    description:
      'What the bridge suggests or does on its own and why, the latest such actions, its plan of the next 24 hours and how yesterday went, and what surplus air cost.',
    properties: {},
    required: [],
    run: (house) => readAutomation(house),
  },
];

const writes: readonly Tool[] = [
  {
    name: 'set_zone',
    title: 'Set a room of the ducted system',
    description: 'Mode, setpoint and airflow limits of a zone. mode auto follows the setpoint.',
    properties: {
      thing,
      mode: choiceOf('ZoneMode', 'Mode'),
      setpoint_celsius: numberOf('ZoneSetpoint', 'Setpoint'),
      max_air_percent: numberOf('ZoneMaxAir', 'MaxAir'),
      min_air_percent: numberOf('ZoneMinAir', 'MinAir'),
    },
    required: ['thing'],
    run: (house, args, options) =>
      set(
        house,
        String(args.thing),
        {
          mode: args.mode,
          setpoint: args.setpoint_celsius,
          max_air: args.max_air_percent,
          min_air: args.min_air_percent,
        },
        options,
      ),
  },
  {
    name: 'set_unit',
    title: 'Set a unit',
    description:
      'The ducted unit (thing: unit), a wall split (split/0) or a fan-coil (vrf/1). mode turns nothing on by itself.',
    properties: {
      thing,
      on: flag,
      mode: { type: 'string', enum: Object.keys(enumerations.roomUnitMode.values) },
      fan: { type: 'string' },
      setpoint_celsius: { type: 'number' },
      sleep_timer_minutes: numberOf('SysSleepTimer', ''),
    },
    required: ['thing'],
    run: (house, args, options) =>
      set(
        house,
        String(args.thing),
        {
          mode: args.mode,
          fan: args.fan,
          setpoint: args.setpoint_celsius,
          sleep_timer: args.sleep_timer_minutes,
          on: args.on,
        },
        options,
      ),
  },
  {
    name: 'run_favourite',
    title: 'Run a favourite',
    description:
      'Starts a favourite of the air conditioner (favourite/1) or of the lights (light_favourite/1) now.',
    properties: { thing },
    required: ['thing'],
    run: (house, args, options) => set(house, String(args.thing), { activate: 'on' }, options),
  },
  {
    name: 'water',
    title: 'Water the garden, or stop',
    description: 'Runs or stops an irrigation program (program/0) or one station (station/2).',
    properties: { thing, action: { type: 'string', enum: ['run', 'stop'] } },
    required: ['thing', 'action'],
    run: (house, args, options) => {
      const path = String(args.thing);
      const isRun = args.action === 'run';
      if (/^station\//i.test(path)) return set(house, path, { valve: isRun ? 'open' : 'close' }, options);
      return set(house, path, isRun ? { run: 'on' } : { stop: 'on' }, options);
    },
  },
  {
    name: 'set_light',
    title: 'Set a light, blind or door',
    description:
      'Switches or dims a lamp; opens, closes or stops a blind. Moves a garage door only if that is allowed.',
    properties: {
      thing,
      on: flag,
      brightness_percent: numberOf('LiBright', 'Bright'),
      cover: { type: 'string', enum: ['open', 'close', 'stop'] },
    },
    required: ['thing'],
    run: (house, args, options) =>
      set(
        house,
        String(args.thing),
        { on: args.on, brightness: args.brightness_percent, cover: args.cover },
        options,
      ),
  },
];

/** True if a tool does not change the house. */
export const isReadOnly = (tool: Tool): boolean => reads.includes(tool);

/** Returns the tools of an assistant; with `readOnly`, only those that do not change the house. */
export const toolsOf = ({ readOnly }: { readonly readOnly: boolean }): readonly Tool[] =>
  readOnly ? reads : [...reads, ...writes];
