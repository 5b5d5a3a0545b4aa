import { resource } from '../definition/resource.ts';
import { number, record, temperature } from '../field/make.ts';

const measured = (description: string) =>
  temperature(description, { gap: 'the interface does not name the unit: hundredths of a degree' });

const superheat = (description: string) =>
  number(description, {
    unit: 'K',
    scale: 100,
    gap: 'the interface does not name the unit: hundredths of a kelvin',
  });

const pressure = (description: string) =>
  number(description, {
    unit: 'kPa',
    gap: 'the interface does not name the unit: kPa above the atmosphere, of R32',
  });

const share = (description: string) =>
  number(description, { min: 0, unit: '%', gap: 'the interface does not name the unit: % of the highest' });

const counted = (description: string, more: { max?: number; gap?: string } = {}) =>
  number(description, { min: 0, ...more });

const switched = (description: string) =>
  number(description, {
    min: 0,
    max: 15,
    gap: 'the interface does not explain the meaning: 1 compressor, 2 outdoor fan, 4 indoor fan, 8 reversing valve',
  });

const left = (description: string) =>
  number(description, {
    min: 0,
    unit: 's',
    gap: 'the interface does not explain the meaning: seconds that are left',
  });

const zero = (description: string) =>
  number(description, {
    inert: 'always 0: the simulated unit has one refrigerant circuit and nothing in this place',
  });

const board = (description: string) =>
  number(description, { inert: 'always 1: the simulated unit has no board with its own number' });

const never = (description: string) =>
  number(description, {
    min: 0,
    inert: 'always 0: nothing in the simulated unit can trip or fail in this way',
  });

/**
 * The status of a unit of brand A, datagram `UnitBrandAInfoV2` (installer 6). Units of other brands do not have one.
 */
export const brandStatus = resource('brandStatus', {
  subsystem: 'ac',
  name: 'UnitBrandAInfoV2',
  summary: 'The measurements and counters of the controller of a unit of brand A.',
  section: 'installer 6',
  fields: {
    Temps: record('temperatures and pressures of the refrigerant', {
      OutdoorCoil: measured('outdoor coil'),
      IndoorCoil: measured('indoor coil'),
      Ambient: measured('outdoor air'),
      SuctionLine: measured('suction line'),
      DischargeLine: measured('discharge line'),
      DeIceSensor: measured('de-ice sensor'),
      Evaporating: measured('evaporating temperature'),
      Condensing: measured('condensing temperature'),
      Controller: measured('controller board'),
      SuctionSideSuperheat: superheat('suction side superheat'),
      DischargeSideSuperheat: superheat('discharge side superheat'),
      Vacant: zero('vacant'),
      SuctionLinePressure: pressure('suction line pressure'),
      DischargeLinePressure: pressure('discharge line pressure'),
    }),
    Outputs: record('what the outdoor unit does', {
      OutdoorFanSpeed: share('outdoor fan speed'),
      IndoorFanSpeed: share('indoor fan speed'),
      Exv1Position: share('first expansion valve'),
      Exv2Position: zero('second expansion valve'),
      UnitCapacity: share('capacity of the compressor'),
      UnitMode: number('mode of the compressor', {
        min: 0,
        max: 2,
        gap: 'the interface does not explain the meaning: 0 still, 1 cools, 2 heats',
      }),
      DigitalOutputs: switched('digital outputs'),
    }),
    Thermostats: record('temperatures indoors', {
      IndoorUnitCoilTemperature1: measured('first indoor coil'),
      IndoorUnitSuctionLineTemperature1: measured('suction line of the first indoor coil'),
      IndoorUnitCoilTemperature2: zero('second indoor coil'),
      IndoorUnitSuctionLineTemperature2: zero('suction line of the second indoor coil'),
      SupplyAirTemperature: measured('supply air temperature'),
      ReturnAirTemperature: measured('return air temperature'),
    }),
    UC8: record('controller board', {
      IdCode: board('id code of the board'),
      SoftwareVersion: board('software version'),
    }),
    History8: record('what was counted since the unit was installed', {
      TotalRunningHours: counted('hours that the compressor ran'),
      TotalRunningMinutes: counted('minutes beyond the hours that the compressor ran', { max: 59 }),
      TotalCoolingCyclesMade: counted('runs of cooling'),
      TotalHeatingCyclesMade: counted('runs of heating'),
      TotalDeiceCyclesMade: counted('runs of de-icing', {
        gap: 'the model spreads frost over the run: it counts one defrost for every 40 minutes of the worst frost',
      }),
      ModbusAddress: board('Modbus address'),
      Reserved1: zero('reserved'),
      Reserved2: zero('reserved'),
      Reserved3: zero('reserved'),
      Reserved4: zero('reserved'),
      HpTripEvents: never('high pressure trips'),
      LpTripEvents: never('low pressure trips'),
      FrostProtectionEvents: never('frost protections'),
      FreezeProtectionEvents: never('freeze protections'),
      HighTemperatureProtectionEvents: never('high temperature protections'),
      HighSuctionLineTemperatureProtectionEvents: never('high suction line temperature protections'),
      OverloadProtectionEvents: never('overload protections'),
      LowDischanrgeSuperheatProtectionEvents: never(
        'low discharge superheat protections; key spelled exactly so',
      ),
      HighDischanrgeSuperheatProtectionEvents: never(
        'high discharge superheat protections; key spelled exactly so',
      ),
      NumberOfPowerOnResetEvents: never('restarts after power was off'),
      IndoorCoilTemperatureSensorFaults: never('faults of the indoor coil sensor'),
      OutdoorCoilTemperatureSensorFaults: never('faults of the outdoor coil sensor'),
      OutdoorAmbientTemperatureFaults: never('faults of the outdoor air sensor'),
      DischargeLineTemperatureSensorFaults: never('faults of the discharge line sensor'),
      SuctionLineTemperatureSensorFaults: never('faults of the suction line sensor'),
      DeiceTemperatureSensorFaults: never('faults of the de-ice sensor'),
      HighPressureSensorFaults: never('faults of the high pressure sensor'),
      LowPressureSensorFaults: never('faults of the low pressure sensor'),
      HighBoardTemperatureFaults: never('faults by a hot board'),
      ReverseCycleValveFaults: never('faults of the reversing valve'),
      IucCommunicationFaults: never('faults of communication with the indoor controller'),
      IucFaults: never('faults of the indoor controller'),
      InverterFaults: never('faults of the inverter'),
      CompressorOutOfEnvelopeFaults: never('faults of a compressor outside its limits'),
    }),
    InputStatus: record('state of the inputs', {
      Inputs: number('inputs', {
        min: 0,
        gap: 'the interface does not explain the meaning: 1 system on, 2 quiet mode',
      }),
    }),
    OutputStatus: record('state of the outputs', {
      Outputs: switched('outputs'),
    }),
    Timers: record('minimum times', {
      MinimumOnOffTime: left('time until the compressor may stop'),
      MinimumOffOnTime: left('time until the compressor may start'),
      MinimumOnOnTime: left('time from one start to the next that is left'),
    }),
  },
});
