import { evapSensor } from '../field/enumeration.ts';
import { choice, flag, minutes, number, percent, record, temperature, text } from '../field/make.ts';

/** The display texts of a simulated cooler (`State`). Those of real coolers are not public. */
export const evapStates = {
  fault: 'Fault',
  off: 'Off',
  prewash: 'Prewash',
  draining: 'Draining',
  'post wash': 'Post wash',
  standby: 'Standby',
  cooling: 'Cooling',
  venting: 'Venting',
  exhaust: 'Exhaust',
  'pump only': 'Pump only',
} as const;

/** Evaporative cooler settings, the `Evap` object of the unit (interface 2.2.1). */
export const evap = record(
  'evaporative cooler',
  {
    FanSpeed: number('current fan speed', { min: 1, max: 100 }),
    State: text('display text'),
    RhSet: percent('humidity setpoint', { min: 10, max: 90 }),
    RhRead: percent('humidity reading'),
    FanRunH: number('fan run hours', { unit: 'h' }),
    PumpRunH: number('pump run hours', { unit: 'h' }),
    PrewEn: flag('prewash enabled'),
    PrewTime: minutes('prewash time', { min: 1, max: 60 }),
    DrAfPrewEn: flag('drain after prewash'),
    DrCycEn: flag('drain cycle enabled'),
    DrCycPer: minutes('drain cycle period, 1-50 hours sent as minutes', { min: 1, max: 3000 }),
    PostwEn: flag('post wash enabled'),
    DrBfPostwEn: flag('drain before post wash'),
    PostwT: minutes('post wash time', { min: 5, max: 30 }),
    Inverter: flag('inverter fan', {
      gap: 'the interface does not describe the effect: if 0, the fan runs at full speed or not at all',
    }),
    ResumeLast: flag('resume last state after a power cut', {
      gap: 'if 0, the cooler stays off until it is switched on',
    }),
    FanMaxAuto: number('highest fan speed in auto mode', { min: 1, max: 100 }),
    FanMax: number('highest fan speed in manual mode', { min: 1, max: 100 }),
    ExhMax: number('highest fan speed in exhaust mode', { min: 1, max: 100 }),
    ExhEn: flag('exhaust mode enabled', { gap: 'if 0, the cooler has no exhaust mode' }),
    CtrlSens: choice(evapSensor, 'control sensor', {
      gap: 'the interface does not describe the effect: with the screen sensor the cooler follows the return air, with the remote sensor what `RAS` selects',
    }),
    CalibTemp: temperature('calibration: what is added to the control sensor', {
      min: -50,
      max: 50,
      scale: 10,
      isDifference: true,
    }),
    DeadTemp: temperature('deadband', { min: 100, max: 500, isDifference: true }),
    AutoFanMaxTime: minutes('time of the highest automatic fan speed', {
      max: 60,
      gap: 'the interface does not describe the effect: after that time the automatic fan runs one step below its highest speed until it needs less; 0 = never',
    }),
  },
  { section: '2.2.1' },
);
