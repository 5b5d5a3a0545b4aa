import type { Subsystem } from '../definition/subsystem.ts';
import { all, firmware, nth, object, one, type Query } from './query.ts';

const bulkUnit = [
  'SysOn',
  'SysMode',
  'SysFan',
  'SleepTimer',
  'Supply',
  'Setpoint',
  'Temp',
  'CtrlZone',
  'Warnings',
  'ACError',
  'EcoLock',
  'EcoMax',
  'EcoMin',
  'NoOfConst',
  'NoOfZones',
  'iSaveOn',
];
const bulkZone = [
  'Temp',
  'Setpoint',
  'Mode',
  'DmpPos',
  'MaxAir',
  'MinAir',
  'ConstA',
  'SensorFault',
  'BattVolt',
];
const liveVrf = ['X', 'On', 'Mode', 'Fan', 'Sp', 'Sw', 'Er', 'Ra', 'Rf', 'Tmr', 'TmrL'];

/** Every query of interface 4.2, with AC Types 4, 6 and 7 of wire facts 2. */
export const queries: readonly Query[] = [
  {
    subsystem: 'ac',
    type: 1,
    summary: 'The settings of the ducted unit.',
    section: '4.2',
    answer: { SystemV2: one('unit') },
  },
  {
    subsystem: 'ac',
    type: 2,
    summary: 'One zone, by `No`.',
    section: 'wire facts 2',
    gap: 'envelope not shown: one zone object',
    answer: { ZonesV2: nth('zone', 'zone', 14) },
  },
  {
    subsystem: 'ac',
    type: 3,
    summary: 'One favourite, by `No`.',
    section: 'wire facts 2',
    gap: 'envelope not shown: one favourite object',
    answer: { SchedulesV2: nth('schedule', 'favourite', 9) },
  },
  {
    subsystem: 'ac',
    type: 4,
    summary: 'The fault history of the unit.',
    section: 'wire facts 2',
    answer: { AcUnitFaultHistV2: one('faults', { noun: 'fault history' }) },
  },
  {
    subsystem: 'ac',
    type: 6,
    summary: 'The name and version of every module, comma-separated.',
    section: 'wire facts 2',
    answer: { Fmw: firmware },
  },
  {
    subsystem: 'ac',
    type: 7,
    summary: 'The state of the unit and every zone in one answer.',
    section: 'wire facts 2',
    gap: 'which fields beyond the ones shown are sent is our choice',
    answer: { HvacStatusV2: one('unit', { fields: bulkUnit, and: { Zones: all('zone', bulkZone) } }) },
  },
  {
    subsystem: 'split',
    type: 1,
    summary: 'The split system and its units.',
    section: '2.5',
    answer: { SplitSystemSystem: object({ Global: one('splitSystem'), Zones: all('split') }) },
  },
  {
    subsystem: 'split',
    type: 2,
    summary: 'All favourites of the split system.',
    section: '2.6',
    answer: { SplitSystemFavourites: all('splitFavourite') },
  },
  {
    subsystem: 'vrf',
    type: 1,
    summary: 'The VRF units.',
    section: '2.7',
    answer: { VrfControlSystem: object({ Global: object({}), Vrfs: all('vrf') }) },
  },
  {
    subsystem: 'vrf',
    type: 2,
    summary: 'The live fields of the VRF units.',
    section: '4.2',
    gap: 'datagram not shown: the fields of 2.7 that change by themselves or by command',
    answer: { VrfControlStatus: object({ Vrfs: all('vrf', liveVrf) }) },
  },
  {
    subsystem: 'vrf',
    type: 3,
    summary: 'One favourite of the VRF system, by `No`.',
    section: '4.2',
    gap: 'datagram not shown: as a split favourite, units instead of zones',
    answer: { VrfControlFavourite: nth('vrfFavourite', 'favourite', 9) },
  },
  {
    subsystem: 'irrigation',
    type: 1,
    summary: 'The irrigation controller.',
    section: '2.8',
    gap: 'envelope not shown: the usual one, key RetSystem',
    answer: { RetSystem: one('irrigation') },
  },
  {
    subsystem: 'irrigation',
    type: 2,
    summary: 'One irrigation program, by `No`.',
    section: '2.8',
    gap: 'envelope not shown: the usual one, key RetProgram',
    answer: { RetProgram: nth('program', 'program', 9) },
  },
  {
    subsystem: 'irrigation',
    type: 3,
    summary: 'One irrigation station, by `No`.',
    section: '2.8',
    gap: 'envelope not shown: the usual one, key RetStation',
    answer: { RetStation: nth('station', 'station', 24) },
  },
  {
    subsystem: 'power',
    type: 1,
    summary: 'The configuration of the power monitor.',
    section: '2.9',
    gap: 'envelope not shown: the usual one (wire facts 3)',
    answer: { PowerMonitorConfig: one('power') },
  },
  {
    subsystem: 'power',
    type: 2,
    summary: 'What the power monitor reads now.',
    section: '2.9',
    gap: 'envelope not shown: the usual one (wire facts 3)',
    answer: { PowerMonitorStatus: one('powerStatus', { noun: 'power reading' }) },
  },
];

/** The queries of one subsystem in order of Type. */
export const queriesOf = (subsystem: Subsystem): readonly Query[] =>
  queries.filter((query) => query.subsystem === subsystem);
