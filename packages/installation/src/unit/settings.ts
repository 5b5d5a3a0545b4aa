import type { DatagramOf } from '@plenum/protocol';

type Unit = DatagramOf<'unit'>;
type Measured = 'Supply' | 'Temp' | 'InRh' | 'InTVOC' | 'IneCO2' | 'Evap';
type FromHouse =
  | 'SysOn'
  | 'SysMode'
  | 'SysFan'
  | 'Setpoint'
  | 'RAS'
  | 'CtrlZone'
  | 'Tag1'
  | 'Tag2'
  | 'EcoLock'
  | 'EcoMax'
  | 'EcoMin'
  | 'NoOfConst'
  | 'NoOfZones'
  | 'SysType'
  | 'iSaveEnable'
  | 'FanAutoEn'
  | 'FanAutoType'
  | 'FanCapacity'
  | 'FanUnitCapacity'
  | 'FilterWarn'
  | 'HvacOnOff'
  | 'HvacMode'
  | 'HvacFan'
  | 'HvacSetpoint'
  | 'ExtOnOff'
  | 'ExtMode'
  | 'ExtFan'
  | 'ExtSetpoint'
  | 'AutoOff'
  | 'AutoModeDeadB'
  | 'CpuType'
  | 'GasHeat'
  | 'MasterZoneNo';

/** What a house file does not say about the unit and nobody measures: as the installer leaves it (document 2.2). */
export const unitSettings: Omit<Unit, Measured | FromHouse> = {
  SleepTimer: 0,
  Warnings: 'none',
  ACError: ' OK',
  iSaveOn: 0,
  LockCode: '',
  LockStatus: 0,
  LockOn: 0,
  DamperTime: 0,
  RoomTempDisp: 1,
  RfCh: 1,
  WiredLeds: 1,
  AirflowLock: 0,
  AirflowMinLock: 0,
  OutOfViewRAS: 0,
  SysNo: 0,
  AcUnitBrand: 1,
  AcUnitBrandSet: 0,
  OemMake: 0,
  HideInduct: 0,
  ReverseDampers: 0,
  Scrooge: 0,
  Pass: '',
  CnstCtrlAreaEn: 0,
  CnstCtrlArea: 0,
  StaticP: 2,
  OpenDampersWhenOff: 0,
  ShowActTemps: 1,
  UseInductEnergy: 0,
  UnitOpt: { RA: 1, Master: 1, Zones: 1, History: 1, SlaveOpt: 0 },
  UnitBrandA: { HeatSetpoint: 2200, CoolSetpoint: 2400, FanType: 0, ModeType: 0, Quiet: 0 },
  Ventilation: {
    RhSetpoint: 60,
    VocsSetpoint: 1000,
    Eco2Setpoint: 1000,
    FanStageDelay: 10,
    CycleFanOff: 0,
    UseRhControl: 0,
    UseVcosControl: 0,
    UseEco2Control: 0,
  },
  SleepTimerM: 0,
};
