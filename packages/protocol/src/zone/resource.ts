import { resource } from '../definition/resource.ts';
import * as of from '../field/enumeration.ts';
import { choice, flag, name, number, percent, setpoint, temperature } from '../field/make.ts';

const unknown = { inert: 'passed on unchanged', live: true, section: 'wire facts 2' };

/** One zone of the ducted system, datagram `ZonesV2` (interface 2.3; live extras wire facts 2). */
export const zone = resource('zone', {
  subsystem: 'ac',
  name: 'ZonesV2',
  key: 'Index',
  token: 'hvac_zone',
  summary: 'One zone of the ducted system: its damper, its sensor and its settings.',
  section: '2.3',
  fields: {
    Index: number('zone index', { min: 0, max: 13 }),
    Name: name('zone name'),
    ZoneType: choice(of.zoneType, 'zone type'),
    SensType: choice(of.sensorType, 'sensor type'),
    Mode: choice(of.zoneMode, 'zone mode', { metric: 'mode' }),
    Setpoint: setpoint('zone setpoint', { min: 1500, max: 3000, step: 50, metric: 'setpoint' }),
    Temp: temperature('zone temperature', { metric: 'temperature' }),
    MaxAir: percent('highest damper opening', { step: 5 }),
    MinAir: percent('lowest damper opening', { step: 5 }),
    Const: number('constant number; 255 = not a constant zone', {
      example: 255,
      gap: 'the interface does not describe the effect: the order in which constant zones open',
    }),
    ConstA: flag('constant zone active (forced open)', { metric: 'forced_open' }),
    Master: flag('master zone forced open'),
    DmpFlt: flag('damper motor fault', { metric: 'damper_fault' }),
    iSense: number('iSense', {
      gap: 'the interface does not list the values: 1 if the sensor is an iSense, otherwise 0',
      inert: 'what was installed',
    }),
    Area: number('zone area', { unit: 'm²', example: 24 }),
    Calibration: temperature('sensor calibration', {
      example: 0,
      scale: 10,
      isDifference: true,
      gap: 'the interface does not name the unit: tenths of a degree',
    }),
    Bypass: flag('constant zone set to bypass'),
    DmpPos: percent('current damper position', { metric: 'damper' }),
    RfSignal: choice(of.rfSignal, 'radio signal', { metric: 'radio' }),
    BattVolt: choice(of.battery, 'sensor battery', { metric: 'battery' }),
    SensorFault: flag('sensor fault', { metric: 'sensor_fault' }),
    BalanceMax: percent('upper balance limit', {
      step: 5,
      gap: 'the interface does not describe the effect: MaxAir and MinAir are kept within the balance limits',
    }),
    BalanceMin: percent('lower balance limit', {
      step: 5,
      gap: 'the interface does not describe the effect: MaxAir and MinAir are kept within the balance limits',
    }),
    DamperSkip: flag('damper skipped', {
      gap: 'the interface does not describe the effect: the damper is not driven and its motor is not monitored',
    }),
    ConstClimate: flag('constant climate', unknown),
    Rh: percent('relative humidity', { live: true, section: 'wire facts 2', metric: 'humidity' }),
    DamperLink: number('linked damper', unknown),
    TabletId: number('tablet', unknown),
  },
});
