import { type Datagrams, findDatagram } from '../component/kinds.ts';
import { zoneMode } from '../field/enumeration.ts';
import type { Field } from '../field/field.ts';
import { number, record, text, word } from '../field/make.ts';
import type { Value } from '../field/value.ts';
import { type Refusal, refuse } from '../refusal/refusal.ts';
import { fromDegrees } from './codec.ts';
import { fromV1Word, onOff, systemFan, systemMode, type Words, wordsOf, zoneState } from './words.ts';

/** The bodies of equivalent commands of the current interface, or the reason why there are none. */
type Translation = readonly object[] | Refusal;

/** One command of the original interface, `POST /<name>` with `{"<name>": value}` (wire facts 8). */
export interface V1Command {
  readonly name: string;
  readonly summary: string;
  /** The equivalent commands of the current interface, for documents. */
  readonly becomes: readonly string[];
  readonly field: Field;
  /** Returns the bodies of equivalent commands of the current interface, not checked yet. */
  readonly translate: (value: never, datagrams: Datagrams) => Translation;
}

const command = <F extends Field>(
  name: string,
  about: {
    summary: string;
    becomes: readonly string[];
    field: F;
    translate: (value: Value<F>, datagrams: Datagrams) => Translation;
  },
): V1Command => ({ name, ...about }) as V1Command;

const counted = (last: number) => Array.from({ length: last }, (_, n) => String(n + 1));
const choose = (description: string, of: Words) => word(description, wordsOf(of));
const degrees = '[0-9]{1,3}(\\.[0-9]{1,2})?';
const indexOf = (no: string) => Number(no) - 1;

const zoneNo = word('zone number, its index plus 1', counted(14));
const opening = (example: string) =>
  text('damper opening in %, steps of 5', {
    pattern: '^(0|[1-9][0-9]{0,2})$',
    expected: 'a whole number as text, such as "50"',
    example,
  });

const notBelow = (name: string, min: number, max: number) =>
  refuse('min-not-below-max', { path: [name, 'Command'], facts: { min, max } }).refusal;

const { auto } = zoneMode.values;

const toZoneCommands = (index: number, wanted: string, datagrams: Datagrams): object[] => {
  const mode = fromV1Word(zoneState, wanted);
  if (mode !== undefined) return [{ ZoneMode: { Index: index, Mode: mode } }];
  const setpoint = { ZoneSetpoint: { Index: index, Setpoint: fromDegrees(wanted) } };
  const isAuto = findDatagram(datagrams, 'zone', index)?.Mode === auto;
  return isAuto ? [setpoint] : [{ ZoneMode: { Index: index, Mode: auto } }, setpoint];
};

const definitions: readonly V1Command[] = [
  command('SystemON', {
    summary: 'Switch the system on or off.',
    becomes: ['SysOn'],
    field: choose('on or off', onOff),
    translate: (value) => [{ SysOn: fromV1Word(onOff, value) }],
  }),
  command('SystemMODE', {
    summary: 'Set the system mode.',
    becomes: ['SysMode'],
    field: choose('system mode', systemMode),
    translate: (value) => [{ SysMode: fromV1Word(systemMode, value) }],
  }),
  command('SystemFAN', {
    summary: 'Set the system fan.',
    becomes: ['SysFan'],
    field: choose('system fan; medium and med are the same', systemFan),
    translate: (value) => [{ SysFan: fromV1Word(systemFan, value) }],
  }),
  command('UnitSetpoint', {
    summary: 'Set the target temperature of the unit.',
    becomes: ['SysSetpoint'],
    field: text('degrees as text, 15 to 30', {
      pattern: `^${degrees}$`,
      expected: 'degrees as text, such as "23.5"',
      example: '23.5',
    }),
    translate: (value) => [{ SysSetpoint: fromDegrees(value) }],
  }),
  command('ZoneCommand', {
    summary: 'Open or close a zone, or let it follow its temperature, optionally at a new setpoint.',
    becomes: ['ZoneMode', 'ZoneSetpoint'],
    field: record('zone command', {
      ZoneNo: zoneNo,
      Command: text('open, close, auto, or a setpoint in degrees, which means auto at that setpoint', {
        pattern: `^(open|close|auto|${degrees})$`,
        expected: 'open, close, auto or degrees as text, such as "22.5"',
        example: '22.5',
      }),
    }),
    translate: ({ ZoneNo, Command }, datagrams) => toZoneCommands(indexOf(ZoneNo), Command, datagrams),
  }),
  command('AirMinCommand', {
    summary: 'Limit how far the damper of a zone closes. Must be below its highest opening.',
    becomes: ['ZoneMinAir'],
    field: record('lowest damper opening', { ZoneNo: zoneNo, Command: opening('20') }),
    translate: ({ ZoneNo, Command }, datagrams) => {
      const Index = indexOf(ZoneNo);
      const MinAir = Number(Command);
      const max = findDatagram(datagrams, 'zone', Index)?.MaxAir ?? 100;
      return MinAir <= 100 && MinAir >= max
        ? notBelow('AirMinCommand', MinAir, max)
        : [{ ZoneMinAir: { Index, MinAir } }];
    },
  }),
  command('AirMaxCommand', {
    summary: 'Limit how far the damper of a zone opens. Must be above its lowest opening.',
    becomes: ['ZoneMaxAir'],
    field: record('highest damper opening', { ZoneNo: zoneNo, Command: opening('80') }),
    translate: ({ ZoneNo, Command }, datagrams) => {
      const Index = indexOf(ZoneNo);
      const MaxAir = Number(Command);
      const min = findDatagram(datagrams, 'zone', Index)?.MinAir ?? 0;
      return MaxAir <= min ? notBelow('AirMaxCommand', min, MaxAir) : [{ ZoneMaxAir: { Index, MaxAir } }];
    },
  }),
  command('FavouriteSet', {
    summary: 'Start a favourite now.',
    becomes: ['FavouriteSet'],
    field: word('favourite number, its index plus 1', counted(9)),
    translate: (value) => [{ FavouriteSet: Number(value) }],
  }),
  command('ScheduleCommand', {
    summary: 'Enable or disable the times of a favourite.',
    becomes: ['SchedEnable'],
    field: record('schedule command', {
      SchedNo: word('favourite number, its index plus 1', counted(9)),
      Command: choose('on or off', onOff),
    }),
    translate: ({ SchedNo, Command }) => [
      { SchedEnable: { Index: indexOf(SchedNo), Enabled: fromV1Word(onOff, Command) } },
    ],
  }),
  command('SleepTimer', {
    summary: 'Switch the system off after a number of minutes; 0 turns the timer off.',
    becomes: ['SysSleepTimer'],
    field: number('minutes; 0 = off', { unit: 'min', example: 30 }),
    translate: (value) => [{ SysSleepTimer: value }],
  }),
  command('FreeAir', {
    summary: 'Switch the use of cooler outside air on or off.',
    becomes: ['iSave'],
    field: choose('on or off', onOff),
    translate: (value) => [{ iSave: fromV1Word(onOff, value) }],
  }),
];

/** Every command of the original interface by name; its path is `/` and the name (wire facts 8). */
export const v1Commands: ReadonlyMap<string, V1Command> = new Map(
  definitions.map((each) => [each.name, each]),
);
