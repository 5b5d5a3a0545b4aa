import { commandsOf } from '../definition/command.ts';
import * as of from '../field/enumeration.ts';
import { choice, flag, name, number, setpoint, word } from '../field/make.ts';
import { unit } from './resource.ts';

const operation = { group: 'system setup', over: ['local'], section: 'installer 1' } as const;
const installers = { ...operation, authority: 'installer' } as const;

const { value, record } = commandsOf(unit, installers);
const owners = commandsOf(unit, operation);

const ecoLimit = (description: string, example: number) =>
  setpoint(description, { min: 1500, max: 3000, step: 50, example });
const onOff = flag('1 on, 0 off');
const yesNo = flag('1 yes, 0 no');
const line = (which: string) => name(`${which} text line`, { bytes: 31 });

/** Commands with which an installer sets up the ducted system (installer 1). */
export const unitSetupCommands = [
  value('SysTag1', { summary: 'Set the first text line.', body: line('first'), sets: 'Tag1' }),
  value('SysTag2', { summary: 'Set the second text line.', body: line('second'), sets: 'Tag2' }),
  value('EconomyLock', {
    summary: 'Set whether setpoints stay within the economy limits.',
    body: onOff,
    sets: 'EcoLock',
    alsoChanges: ['zone'],
    gap: 'setpoints outside the limits are moved within them',
  }),
  value('EconomyMax', {
    summary: 'Set the highest setpoint under the economy lock.',
    body: ecoLimit('highest setpoint', 2800),
    sets: 'EcoMax',
    alsoChanges: ['zone'],
  }),
  value('EconomyMin', {
    summary: 'Set the lowest setpoint under the economy lock.',
    body: ecoLimit('lowest setpoint', 1600),
    sets: 'EcoMin',
    alsoChanges: ['zone'],
  }),
  value('RASSet', {
    summary: 'Choose what controls the unit.',
    body: choice(of.returnAirSensor, 'return air sensor mode'),
    sets: 'RAS',
  }),
  value('MasterZone', {
    summary: 'Choose the zone whose sensor is the master sensor.',
    body: number('master zone', { min: 0, max: 13 }),
    sets: 'MasterZoneNo',
  }),
  value('NoOfZones', {
    summary: 'Set how many zones the installation has.',
    body: number('number of zones', { min: 0, max: 14, example: 8 }),
    alsoChanges: ['zone', 'schedule'],
    gap: 'a new zone serves the next room of the house file that has no zone, or else an empty room of 12 m²',
  }),
  value('NoOfConstants', {
    summary: 'Set how many constant zones the installation has.',
    body: number('number of constant zones', { min: 0, max: 14, example: 2 }),
    sets: 'NoOfConst',
  }),
  value('EnableiSave', {
    summary: 'Set whether the installation has an outside-air damper.',
    body: yesNo,
    sets: 'iSaveEnable',
  }),
  value('FanAutoEn', {
    summary: 'Enable or disable fan auto.',
    body: yesNo,
    alsoChanges: ['schedule'],
  }),
  value('FanAutoType', {
    summary: 'Set the speeds of fan auto.',
    body: choice(of.fanAutoType, 'fan auto type'),
  }),
  value('FanCapacity', {
    summary: 'Set the airflow that fan auto assumes.',
    body: number('airflow with every damper open', {
      min: 50,
      max: 5000,
      unit: 'L/s',
      example: 700,
      gap: 'the interface does not give limits: 50 to 5000 L/s',
    }),
  }),
  value('FanUnitCapacity', {
    summary: 'Set the unit capacity that fan auto assumes.',
    body: number('capacity of the unit', {
      min: 1,
      max: 100,
      unit: 'kW',
      example: 14,
      gap: 'the interface does not give limits: 1 to 100 kW',
    }),
  }),
  value('FilterWarn', {
    summary: 'Set the number of months until the filter needs cleaning.',
    body: choice(of.filterMonths, 'months; 0 = no warning'),
  }),
  owners.value('ResetWarning', {
    summary: 'Confirm that the filter is clean.',
    body: word('warning', ['filter']),
    effect: 'later',
  }),
  value('HvacOnOff', { summary: 'Set whether the controller switches the unit.', body: yesNo }),
  value('HvacMode', { summary: 'Set whether the controller sets the mode of the unit.', body: yesNo }),
  value('HvacFan', { summary: 'Set whether the controller sets the fan of the unit.', body: yesNo }),
  value('HvacSetpoint', {
    summary: 'Set whether the controller sets the setpoint of the unit.',
    body: yesNo,
  }),
  value('ExtOnOff', { summary: "Set whether the unit's own panel switches the system.", body: yesNo }),
  value('ExtMode', { summary: "Set whether the unit's own panel sets the mode of the system.", body: yesNo }),
  value('ExtFan', { summary: "Set whether the unit's own panel sets the fan of the system.", body: yesNo }),
  value('ExtSetpoint', {
    summary: "Set whether the unit's own panel sets the setpoint of the system.",
    body: yesNo,
  }),
  value('DamperTime', {
    summary: 'Set how long a damper takes from end to end.',
    body: number('damper travel time; 0 = automatic', {
      min: 0,
      max: 600,
      unit: 's',
      gap: 'the interface does not give a longest time: 600 s',
    }),
  }),
  value('AutoOff', {
    summary: 'Set whether the system switches off once every zone is closed.',
    body: onOff,
  }),
  value('RoomTempDisp', { summary: 'Set whether the controller shows the room temperature.', body: yesNo }),
  value('HideInduct', { summary: 'Set whether the induct temperature is hidden.', body: yesNo }),
  value('ReverseDampers', { summary: 'Set whether the damper motors are reversed.', body: yesNo }),
  value('ScroogeMode', {
    summary: 'Set whether automatic zones shut fully once they reach their setpoint.',
    body: onOff,
    sets: 'Scrooge',
  }),
  value('OpenDampersWhenOff', {
    summary: 'Set whether the dampers open while the system is off.',
    body: yesNo,
  }),
  value('ShowActTemps', {
    summary: 'Set whether the zone list shows temperatures instead of airflow.',
    body: yesNo,
  }),
  value('SetWiredLeds', {
    summary: 'Switch the LEDs of wired sensors on or off.',
    body: onOff,
    sets: 'WiredLeds',
  }),
  value('UseUnductEnergy', {
    summary: 'Set whether dampers follow the temperature of the air in the duct (key spelled exactly so).',
    body: yesNo,
    sets: 'UseInductEnergy',
  }),
  value('AutoModeDeadB', {
    summary: 'Set the deadband of auto mode.',
    body: number('deadband of auto mode', { min: 75, max: 500, unit: 'K', scale: 100, example: 100 }),
  }),
  value('AirflowLock', { summary: 'Lock or unlock both airflow limits of the zones.', body: yesNo }),
  value('AirflowMinLock', { summary: 'Lock or unlock the lowest airflow of the zones.', body: yesNo }),
  value('CnstCtrlAreaEn', { summary: 'Set whether constant zones open by area.', body: yesNo }),
  value('CnstCtrlArea', {
    summary: 'Set the area to keep open if constant zones open by area.',
    body: number('area', {
      min: 0,
      max: 1000,
      unit: 'm²',
      example: 40,
      gap: 'the interface does not give a largest area: 1000 m²',
    }),
  }),
  value('StaticP', {
    summary: 'Set the static pressure of one unit brand.',
    body: number('static pressure; 2 is the middle', { min: 0, max: 4, example: 2 }),
  }),
  value('ChangeRfCh', {
    summary: 'Change the radio channel.',
    body: number('radio channel', { min: 1, max: 8 }),
    sets: 'RfCh',
  }),
  value('ChangePass', {
    summary: 'Set the system configuration password.',
    body: name('password'),
    isSecret: true,
    effect: 'later',
    gap: 'this interface never shows it and never asks for it',
  }),
  value('LockZoneNames', {
    summary: 'Set whether renaming zones is refused.',
    body: yesNo,
  }),
  owners.value('AirPureOn', {
    summary: 'Switch the air purifier on or off.',
    body: onOff,
  }),
  value('RfPair', {
    summary: 'Pair the wireless sensor that is in pairing mode.',
    body: number('pair', { min: 1, max: 1 }),
    effect: 'later',
    alsoChanges: ['zone'],
  }),
  value('SetAcUnitBrandSet', {
    summary: 'Set the brand set of the unit.',
    body: choice(of.unitBrandSet, 'unit brand set'),
    sets: 'AcUnitBrandSet',
  }),
  owners.value('UnitBrandAQuietMode', {
    summary: 'Switch quiet mode of the outdoor fan of one unit brand on or off.',
    body: onOff,
    sets: 'UnitBrandA.Quiet',
  }),
  record('UnitBrandASettingsSetpoints', {
    summary: 'Set the supply air temperature limits of one unit brand.',
    body: {
      HeatSetpoint: setpoint('highest supply air', { min: 3000, max: 4000, example: 3800 }),
      CoolSetpoint: setpoint('lowest supply air', { min: 500, max: 1500, example: 1200 }),
    },
    sets: { HeatSetpoint: 'UnitBrandA.HeatSetpoint', CoolSetpoint: 'UnitBrandA.CoolSetpoint' },
  }),
  record('UnitBrandASettingsUnit', {
    summary: 'Set the fan and the expansion of one unit brand.',
    body: {
      FanType: choice(of.brandFanType, 'fan type'),
      ModeType: choice(of.brandModeType, 'mode type'),
    },
    sets: { FanType: 'UnitBrandA.FanType', ModeType: 'UnitBrandA.ModeType' },
  }),
  record('GasHeatSettings', {
    summary: 'Set the kind of heating and its stages.',
    body: {
      Type: choice(of.gasHeat, 'gas heater type'),
      MinRunTime: number('minimum run time', { min: 2, max: 10, unit: 'min' }),
      AnticycleTime: number('anti-cycle time', { min: 2, max: 10, unit: 'min' }),
      StageOffset: number('temperature difference that starts the second stage', {
        min: 20,
        max: 50,
        unit: 'K',
        scale: 10,
      }),
      StageDelay: number('time that the first stage burns before the second', {
        min: 5,
        max: 15,
        unit: 'min',
      }),
      CycleFanCool: flag('the fan stops between two runs of cooling'),
      CycleFanHeat: flag('the fan stops between two runs of heating'),
    },
    sets: {
      Type: 'GasHeat.Type',
      MinRunTime: 'GasHeat.MinRunTime',
      AnticycleTime: 'GasHeat.AnticycleTime',
      StageOffset: 'GasHeat.StageOffset',
      StageDelay: 'GasHeat.StageDelay',
      CycleFanCool: 'GasHeat.CycleFanCool',
      CycleFanHeat: 'GasHeat.CycleFanHeat',
    },
  }),
] as const;
