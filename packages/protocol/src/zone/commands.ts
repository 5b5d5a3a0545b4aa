import { commandsOf } from '../definition/command.ts';
import { sensorType, zoneMode, zoneType } from '../field/enumeration.ts';
import { choice, flag, index, name, number, percent } from '../field/make.ts';
import { zone } from './resource.ts';

const { record } = commandsOf(zone, {
  group: 'zone',
  over: ['local', 'cloud'],
  section: '4.4 Zone',
});
const zoneIndex = index('zone', { count: 14 });

export const zoneCommands = [
  record('ZoneMode', {
    summary: 'Open or close a zone, or let it follow its temperature.',
    body: { Index: zoneIndex, Mode: choice(zoneMode, 'zone mode') },
  }),
  record('ZoneSetpoint', {
    summary: 'Set the target temperature of one zone.',
    body: { Index: zoneIndex, Setpoint: zone.fields.properties.Setpoint },
  }),
  record('ZoneMaxAir', {
    summary: 'Limit how far the damper of a zone opens.',
    body: { Index: zoneIndex, MaxAir: percent('highest damper opening', { step: 5 }) },
  }),
  record('ZoneMinAir', {
    summary: 'Limit how far the damper of a zone closes.',
    body: { Index: zoneIndex, MinAir: percent('lowest damper opening', { step: 5 }) },
  }),
  record('ZoneName', { summary: 'Name a zone.', body: { Index: zoneIndex, Name: name('zone name') } }),
] as const;

const setup = commandsOf(zone, {
  group: 'zone setup',
  over: ['local'],
  authority: 'installer',
  section: 'installer 4',
});

/** Commands with which an installer sets up a zone (installer 4). */
export const zoneSetupCommands = [
  setup.record('BalanceMax', {
    summary: 'Set the upper balance limit of a zone.',
    body: { Index: zoneIndex, Max: percent('upper balance limit', { step: 5 }) },
    sets: { Max: 'BalanceMax' },
  }),
  setup.record('BalanceMin', {
    summary: 'Set the lower balance limit of a zone.',
    body: { Index: zoneIndex, Min: percent('lower balance limit', { step: 5 }) },
    sets: { Min: 'BalanceMin' },
  }),
  setup.record('DamperSkip', {
    summary: 'Set whether the damper of a zone is skipped.',
    body: { Index: zoneIndex, Skip: flag('1 skipped, 0 driven') },
    sets: { Skip: 'DamperSkip' },
  }),
  setup.record('ZoneSetting', {
    summary: 'Set the sensor, the type and the constant number of a zone.',
    body: {
      Index: zoneIndex,
      Sensor: choice(sensorType, 'sensor type'),
      Zone: choice(zoneType, 'zone type'),
      ConstNo: number('constant number; 255 = not a constant zone', {
        min: 0,
        max: 255,
        example: 255,
        gap: 'the interface does not give limits: 1 to NoOfConst for a constant zone, otherwise 255; 0 counts as 255',
      }),
    },
    sets: { Sensor: 'SensType', Zone: 'ZoneType', ConstNo: 'Const' },
    alsoChanges: ['unit'],
  }),
  setup.record('SensorCalib', {
    summary: 'Calibrate the sensor of a zone.',
    body: {
      Index: zoneIndex,
      Calibrate: number('correction of the sensor', { min: -50, max: 50, unit: 'K', scale: 10 }),
    },
    sets: { Calibrate: 'Calibration' },
  }),
  setup.record('ZoneBypass', {
    summary: 'Set whether a constant zone opens only as far as necessary.',
    body: { Index: zoneIndex, Bypass: flag('1 as far as necessary, 0 fully') },
  }),
  setup.record('ZoneArea', {
    summary: 'Set the area of a zone.',
    body: { Index: zoneIndex, Area: number('zone area', { min: 1, max: 255, unit: 'm²', example: 24 }) },
  }),
  setup.record('Crfs2SensorPair', {
    summary: 'Pair a wireless sensor with a zone and set how often it sends.',
    body: {
      Index: zoneIndex,
      TxInterval: number(
        'how often it sends: 1 = every 2 s, each higher value half as often, up to 8 = every 256 s',
        { min: 1, max: 8 },
      ),
    },
    effect: 'later',
  }),
] as const;
