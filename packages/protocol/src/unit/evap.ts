import { evapSensor } from '../field/enumeration.ts';
import { choice, flag, minutes, number, percent, record, temperature, text } from '../field/make.ts';

/** Evaporative cooler settings, the `Evap` object of the unit (document 2.2.1). */
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
    DrCycPer: minutes('drain cycle period, 1-50 hours sent as minutes', { min: 60, max: 3000 }),
    PostwEn: flag('post wash enabled'),
    DrBfPostwEn: flag('drain before post wash'),
    PostwT: minutes('post wash time', { min: 5, max: 30 }),
    Inverter: flag('inverter fan'),
    ResumeLast: flag('resume last state'),
    FanMaxAuto: number('highest fan speed in auto mode', { min: 1, max: 100 }),
    FanMax: number('highest fan speed in manual mode', { min: 1, max: 100 }),
    ExhMax: number('highest fan speed in exhaust mode', { min: 1, max: 100 }),
    ExhEn: flag('exhaust mode enabled'),
    CtrlSens: choice(evapSensor, 'control sensor'),
    CalibTemp: temperature('calibration', { min: -50, max: 50, scale: 10 }),
    DeadTemp: temperature('deadband', { min: 100, max: 500 }),
    AutoFanMaxTime: minutes('longest time at the highest automatic fan speed', { max: 60 }),
  },
  { section: '2.2.1' },
);
