import * as of from '../field/enumeration.ts';
import { choice, flag, name, number, percent, setpoint, temperature } from '../field/make.ts';
import { resource } from '../field/resource.ts';

/** One zone of the ducted system, datagram `ZonesV2` (document 2.3; live extras wire facts 2). */
export const zone = resource('ZonesV2', {
  summary: 'One zone of the ducted system: its damper, its sensor and what it is asked to do.',
  section: '2.3',
  fields: {
    Index: number('zone index', { min: 0, max: 13 }),
    Name: name('zone name'),
    ZoneType: choice(of.zoneType, 'zone type'),
    SensType: choice(of.sensorType, 'sensor type'),
    Mode: choice(of.zoneMode, 'zone mode'),
    Setpoint: setpoint('zone setpoint', { min: 1500, max: 3000, step: 50 }),
    Temp: temperature('zone temperature'),
    MaxAir: percent('highest damper opening', { step: 5 }),
    MinAir: percent('lowest damper opening', { step: 5 }),
    Const: number('constant number; 255 = not a constant zone', { example: 255 }),
    ConstA: flag('constant zone active (forced open)'),
    Master: flag('master zone forced open'),
    DmpFlt: flag('damper motor fault'),
    iSense: number('iSense', { gap: 'values not shown: 0, and 1 where the sensor is an iSense' }),
    Area: number('zone area', { unit: 'm²', example: 24 }),
    Calibration: temperature('sensor calibration', {
      example: 0,
      scale: 10,
      gap: 'unit not shown: tenths of a degree',
    }),
    Bypass: flag('constant zone set to bypass'),
    DmpPos: percent('damper position now'),
    RfSignal: choice(of.rfSignal, 'radio signal'),
    BattVolt: choice(of.battery, 'sensor battery'),
    SensorFault: flag('sensor fault'),
    BalanceMax: percent('upper balance limit'),
    BalanceMin: percent('lower balance limit'),
    DamperSkip: flag('damper skipped'),
    ConstClimate: flag('constant climate', { live: true, section: 'wire facts 2' }),
    Rh: percent('relative humidity', { live: true, section: 'wire facts 2' }),
    DamperLink: number('linked damper', { live: true, section: 'wire facts 2' }),
    TabletId: number('tablet', { live: true, section: 'wire facts 2' }),
  },
});
