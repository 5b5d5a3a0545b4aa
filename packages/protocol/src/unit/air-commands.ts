import { commandsOf } from '../definition/command.ts';
import { evapSensor } from '../field/enumeration.ts';
import { choice, flag, index, minutes, number, setpoint } from '../field/make.ts';
import { schedule } from '../schedule/resource.ts';
import { evap } from './evap.ts';
import { unit, ventilation } from './resource.ts';

const local = { over: ['local'] } as const;
const installer = { ...local, authority: 'installer' } as const;
const vent = commandsOf(unit, { ...installer, group: 'ventilation setup', section: 'installer 2' });
const ofCooler = { group: 'cooler setup', section: 'installer 3' } as const;
const cooler = commandsOf(unit, { ...installer, ...ofCooler });
const ownersCooler = commandsOf(unit, { ...local, ...ofCooler });
const favourites = commandsOf(schedule, { ...local, ...ofCooler });

const { RhSetpoint, VocsSetpoint, Eco2Setpoint, FanStageDelay } = ventilation.properties;
const of = evap.properties;
const yesNo = flag('1 yes, 0 no');

/** Commands with which an installer sets up the ventilation (installer 2). */
export const ventilationCommands = [
  vent.value('VentilationRfSetpoint', {
    summary: 'Set the humidity above which ventilation speeds up (key spelled exactly so).',
    body: RhSetpoint,
    sets: 'Ventilation.RhSetpoint',
  }),
  vent.value('VentilationVocsSetpoint', {
    summary: 'Set the level of volatile organic compounds above which ventilation speeds up.',
    body: VocsSetpoint,
    sets: 'Ventilation.VocsSetpoint',
  }),
  vent.value('VentilationEco2Setpoint', {
    summary: 'Set the CO2 level above which ventilation speeds up.',
    body: Eco2Setpoint,
    sets: 'Ventilation.Eco2Setpoint',
  }),
  vent.value('VentilationFanStageDelay', {
    summary: 'Set the minimum time between two changes of the ventilation speed.',
    body: FanStageDelay,
    sets: 'Ventilation.FanStageDelay',
  }),
  vent.value('VentilationCycleFanOff', {
    summary: 'Set whether the fan stops or runs low while the air is good.',
    body: flag('1 stops, 0 runs low'),
    sets: 'Ventilation.CycleFanOff',
  }),
  vent.value('VentilationUseRhControl', {
    summary: 'Enable or disable ventilation by humidity.',
    body: yesNo,
    sets: 'Ventilation.UseRhControl',
  }),
  vent.value('VentilationUseVcosControl', {
    summary: 'Enable or disable ventilation by volatile organic compounds (key spelled exactly so).',
    body: yesNo,
    sets: 'Ventilation.UseVcosControl',
  }),
  vent.value('VentilationUseEco2Control', {
    summary: 'Enable or disable ventilation by CO2.',
    body: yesNo,
    sets: 'Ventilation.UseEco2Control',
  }),
] as const;

/** Commands for an evaporative cooler: installer and owner commands (installer 3). */
export const coolerCommands = [
  ownersCooler.value('EvapFanSpeed', {
    summary: 'Run the fan of the cooler at a speed until a fan setting is chosen.',
    body: of.FanSpeed,
    effect: 'later',
    gap: 'the interface does not say which speed it replaces: in Plenum that of every mode except exhaust and pump only, until SysFan is set',
  }),
  ownersCooler.value('EvapRhSetpoint', {
    summary: 'Set the humidity up to which the cooler wets the air.',
    body: of.RhSet,
    sets: 'Evap.RhSet',
  }),
  cooler.value('EvapPrewEn', {
    summary: 'Enable or disable the wash before the cooler runs.',
    body: yesNo,
    sets: 'Evap.PrewEn',
  }),
  cooler.value('EvapPrewTime', {
    summary: 'Set the duration of the wash before the cooler runs.',
    body: of.PrewTime,
    sets: 'Evap.PrewTime',
  }),
  cooler.value('EvapDrAfPrewEn', {
    summary: 'Enable or disable draining after the prewash.',
    body: yesNo,
    sets: 'Evap.DrAfPrewEn',
  }),
  cooler.value('EvapDrCycEn', {
    summary: 'Enable or disable periodic draining while the cooler runs.',
    body: yesNo,
    sets: 'Evap.DrCycEn',
  }),
  cooler.value('EvapDrCycPer', {
    summary: 'Set how long the cooler runs wet before the tank is drained.',
    body: minutes('drain cycle period', {
      min: 1,
      max: 3000,
      example: 480,
      gap: 'the interface shows 1-50 hours, sent as minutes; 1 minute or more is accepted and shown unchanged',
    }),
    sets: 'Evap.DrCycPer',
  }),
  cooler.value('EvapPostwEn', {
    summary: 'Enable or disable the wash after the cooler ran.',
    body: yesNo,
    sets: 'Evap.PostwEn',
  }),
  cooler.value('EvapDrBfPostwEn', {
    summary: 'Enable or disable draining before the post wash.',
    body: yesNo,
    sets: 'Evap.DrBfPostwEn',
  }),
  cooler.value('EvapPostwT', {
    summary: 'Set the duration of the wash after the cooler ran.',
    body: of.PostwT,
    sets: 'Evap.PostwT',
  }),
  cooler.value('EvapInverter', {
    summary: 'Set whether the fan of the cooler has an inverter.',
    body: yesNo,
    sets: 'Evap.Inverter',
  }),
  cooler.value('EvapResumeLast', {
    summary: 'Set whether the cooler resumes or stays off after a power cut.',
    body: flag('1 resumes, 0 stays off'),
    sets: 'Evap.ResumeLast',
  }),
  cooler.value('EvapFanMaxAuto', {
    summary: 'Set the highest fan speed in auto mode.',
    body: of.FanMaxAuto,
    sets: 'Evap.FanMaxAuto',
  }),
  cooler.value('EvapFanMax', {
    summary: 'Set the highest fan speed in manual mode.',
    body: of.FanMax,
    sets: 'Evap.FanMax',
  }),
  cooler.value('EvapExhMax', {
    summary: 'Set the fan speed of exhaust mode.',
    body: of.ExhMax,
    sets: 'Evap.ExhMax',
  }),
  cooler.value('EvapExhEn', { summary: 'Enable or disable exhaust mode.', body: yesNo, sets: 'Evap.ExhEn' }),
  cooler.value('EvapCtrlSens', {
    summary: 'Choose the sensor that controls the cooler.',
    body: choice(evapSensor, 'control sensor'),
    sets: 'Evap.CtrlSens',
  }),
  cooler.value('EvapCalibTemp', {
    summary: 'Calibrate the sensor that controls the cooler.',
    body: number('correction of the sensor', { min: -50, max: 50, unit: 'K', scale: 10 }),
    sets: 'Evap.CalibTemp',
  }),
  cooler.value('EvapDeadTemp', {
    summary: 'Set the deadband of the cooler.',
    body: number('deadband', { min: 100, max: 500, unit: 'K', scale: 100, example: 150 }),
    sets: 'Evap.DeadTemp',
  }),
  cooler.value('EvapAutoFanMaxTime', {
    summary: 'Set how long the automatic fan may run at its highest speed.',
    body: minutes('minutes; 0 = as long as needed', { max: 60 }),
    sets: 'Evap.AutoFanMaxTime',
  }),
  favourites.record('EvapFavSettings', {
    summary: 'Set what a favourite does to the cooler.',
    body: {
      Index: index('favourite', { count: 9 }),
      UnitSetpoint: setpoint('setpoint of the unit', { min: 1500, max: 3000, example: 2250 }),
      FanSpeed: of.FanSpeed,
      RhSetpoint: of.RhSet,
    },
    sets: {
      UnitSetpoint: 'Evap.UnitSetpoint',
      FanSpeed: 'Evap.FanSpeed',
      RhSetpoint: 'Evap.RhSetpoint',
    },
  }),
] as const;
