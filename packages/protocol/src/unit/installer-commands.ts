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
    summary: 'Hold setpoints within the economy limits, or not.',
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
    summary: 'Choose the zone that controls the unit where the master sensor does.',
    body: number('master zone', { min: 0, max: 13 }),
    sets: 'MasterZoneNo',
  }),
  value('NoOfZones', {
    summary: 'Set how many zones the installation has.',
    body: number('number of zones', { min: 0, max: 14, example: 8 }),
    alsoChanges: ['zone', 'schedule'],
    gap: 'a new zone serves the next room of the house file without one, else an empty room of 12 m²',
  }),
  value('NoOfConstants', {
    summary: 'Set how many constant zones the installation has.',
    body: number('number of constant zones', { min: 0, max: 14, example: 2 }),
    sets: 'NoOfConst',
  }),
  value('EnableiSave', {
    summary: 'Say whether the installation has an outside-air damper.',
    body: yesNo,
    sets: 'iSaveEnable',
  }),
  value('FanAutoEn', {
    summary: 'Allow fan auto, or not.',
    body: yesNo,
    alsoChanges: ['schedule'],
  }),
  value('FanAutoType', {
    summary: 'Set the speeds of fan auto.',
    body: choice(of.fanAutoType, 'fan auto type'),
  }),
  value('FanCapacity', {
    summary: 'Set the airflow that fan auto counts on.',
    body: number('airflow with every damper open', {
      min: 50,
      max: 5000,
      unit: 'L/s',
      example: 700,
      gap: 'limits not shown: 50 to 5000 L/s',
    }),
  }),
  value('FanUnitCapacity', {
    summary: 'Set the capacity of the unit that fan auto counts on.',
    body: number('capacity of the unit', {
      min: 1,
      max: 100,
      unit: 'kW',
      example: 14,
      gap: 'limits not shown: 1 to 100 kW',
    }),
  }),
  value('FilterWarn', {
    summary: 'Set after how many months the filter is to be cleaned.',
    body: choice(of.filterMonths, 'months; 0 = no warning'),
  }),
  owners.value('ResetWarning', {
    summary: 'Confirm that the filter is clean.',
    body: word('warning', ['filter']),
    effect: 'later',
  }),
  value('HvacOnOff', { summary: 'Let the controller switch the unit, or not.', body: yesNo }),
  value('HvacMode', { summary: 'Let the controller set the mode of the unit, or not.', body: yesNo }),
  value('HvacFan', { summary: 'Let the controller set the fan of the unit, or not.', body: yesNo }),
  value('HvacSetpoint', { summary: 'Let the controller set the setpoint of the unit, or not.', body: yesNo }),
  value('ExtOnOff', { summary: "Let the unit's own panel switch the system, or not.", body: yesNo }),
  value('ExtMode', { summary: "Let the unit's own panel set the mode of the system, or not.", body: yesNo }),
  value('ExtFan', { summary: "Let the unit's own panel set the fan of the system, or not.", body: yesNo }),
  value('ExtSetpoint', {
    summary: "Let the unit's own panel set the setpoint of the system, or not.",
    body: yesNo,
  }),
  value('DamperTime', {
    summary: 'Set how long a damper takes from end to end.',
    body: number('damper travel time; 0 = automatic', {
      min: 0,
      max: 600,
      unit: 's',
      gap: 'longest time not shown: 600 s',
    }),
  }),
  value('AutoOff', { summary: 'Switch the system off once every zone is closed, or not.', body: onOff }),
  value('RoomTempDisp', { summary: 'Show the room temperature on the controller, or not.', body: yesNo }),
  value('HideInduct', { summary: 'Hide the induct temperature, or not.', body: yesNo }),
  value('ReverseDampers', { summary: 'Turn the damper motors the other way, or not.', body: yesNo }),
  value('ScroogeMode', { summary: 'Switch scrooge mode on or off.', body: onOff, sets: 'Scrooge' }),
  value('OpenDampersWhenOff', { summary: 'Open the dampers while the system is off, or not.', body: yesNo }),
  value('ShowActTemps', {
    summary: 'Show temperatures instead of airflow in the zone list, or not.',
    body: yesNo,
  }),
  value('SetWiredLeds', {
    summary: 'Light the LEDs of wired sensors, or not.',
    body: onOff,
    sets: 'WiredLeds',
  }),
  value('UseUnductEnergy', {
    summary: 'Let dampers follow how warm the air in the duct is, or not (key spelled exactly so).',
    body: yesNo,
    sets: 'UseInductEnergy',
  }),
  value('AutoModeDeadB', {
    summary: 'Set the deadband of auto mode.',
    body: number('deadband of auto mode', { min: 75, max: 500, unit: 'K', scale: 100, example: 100 }),
  }),
  value('AirflowLock', { summary: 'Lock both airflow limits of the zones, or not.', body: yesNo }),
  value('AirflowMinLock', { summary: 'Lock the lowest airflow of the zones, or not.', body: yesNo }),
  value('CnstCtrlAreaEn', { summary: 'Open constant zones by area, or not.', body: yesNo }),
  value('CnstCtrlArea', {
    summary: 'Set the area that has to be open where constant zones open by area.',
    body: number('area', {
      min: 0,
      max: 1000,
      unit: 'm²',
      example: 40,
      gap: 'largest area not shown: 1000 m²',
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
    gap: 'it is never shown, and asked for nowhere on this interface',
  }),
  value('LockZoneNames', {
    summary: 'Refuse to rename zones, or not.',
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
    summary: 'Let the outdoor fan of one unit brand run quietly, or not.',
    body: onOff,
    sets: 'UnitBrandA.Quiet',
  }),
  record('UnitBrandASettingsSetpoints', {
    summary: 'Set between which temperatures one unit brand holds its supply air.',
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
      StageOffset: number('how much colder it has to be for the second stage', {
        min: 20,
        max: 50,
        unit: 'K',
        scale: 10,
      }),
      StageDelay: number('how long the first stage burns before the second', {
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
