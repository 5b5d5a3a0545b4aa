import { battery, powerBattery, rfSignal, stationError } from '../field/enumeration.ts';
import { choice, flag, index, number, text } from '../field/make.ts';
import { overrideMakers } from './override.ts';

const { record, value } = overrideMakers('fault');

const zone = index('zone', { count: 14 });
const on = flag('1 faulty, 0 repaired');
const code = text('3-character code; empty = repaired', {
  pattern: '^([ -~]{3})?$',
  expected: 'a code of 3 characters, or empty',
  example: 'E05',
});

/** Everything that can be broken in a simulated house, by name. There is no other table of faults. */
export const faultOverrides = [
  record('ZoneSensorFault', 'The temperature sensor of a zone fails.', { Zone: zone, On: on }),
  record('ZoneSensorBattery', 'The battery of a zone sensor is low.', {
    Zone: zone,
    Level: choice(battery, 'battery level'),
  }),
  record('ZoneSensorRadio', 'The radio signal of a zone sensor is weak.', {
    Zone: zone,
    Level: choice(rfSignal, 'signal level'),
  }),
  record('ZoneDamperStuck', 'The damper of a zone is stuck.', { Zone: zone, On: on }),
  value('UnitFault', 'The ducted unit stops with an error.', code),
  record('SplitFault', 'A split does not respond.', { Split: index('split', { count: 14 }), On: on }),
  record('VrfFault', 'A VRF unit stops with an error.', { Unit: index('unit', { count: 16 }), Code: code }),
  record('StationFault', 'The wire of an irrigation station is open or short.', {
    Station: index('station', { count: 24 }),
    Error: choice(stationError, 'fault of its wire'),
  }),
  value(
    'IrrigationFault',
    'An irrigation controller reports an error.',
    number('0 none; 1, 2, 3 = error on controller 1, 2, 3', { min: 0, max: 3 }),
  ),
  record('PowerDeviceSilent', 'A power meter does not respond.', {
    Device: index('device', { count: 5 }),
    On: on,
  }),
  record('PowerDeviceBattery', 'The battery of a power meter is low.', {
    Device: index('device', { count: 5 }),
    Level: choice(powerBattery, 'battery level'),
  }),
] as const;
