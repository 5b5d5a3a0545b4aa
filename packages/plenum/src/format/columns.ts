import type { ComponentKind } from '@plenum/protocol/component';

/** The column of what a component does and why, which is no field. */
export const statusColumn = 'Status';

/** The columns of a list of components, the most important first: a narrow terminal drops the last. */
export const listColumns: Readonly<Record<ComponentKind, readonly string[]>> = {
  unit: [
    'SysOn',
    'SysMode',
    'SysFan',
    'Setpoint',
    'Temp',
    statusColumn,
    'Supply',
    'CtrlZone',
    'SleepTimer',
    'Warnings',
    'ACError',
  ],
  faults: ['Faults'],
  zone: [
    'Index',
    'Name',
    'Mode',
    'Setpoint',
    'Temp',
    statusColumn,
    'DmpPos',
    'MinAir',
    'MaxAir',
    'ZoneType',
    'BattVolt',
    'RfSignal',
    'SensorFault',
  ],
  schedule: ['Index', 'Name', 'Enabled', 'Mode', 'Fan', 'StartH', 'StartM', 'StopH', 'StopM', 'DaysEnabled'],
  splitSystem: ['Beep', 'MaxZones', 'MaxFavs'],
  split: ['Index', 'Name', 'On', 'Mode', 'Fan', 'Setpoint', statusColumn, 'Swing', 'Sleep', 'Att', 'Act'],
  splitFavourite: ['Index', 'Name', 'Enabled', 'StartH', 'StartM', 'StopH', 'StopM', 'DaysEnabled'],
  vrf: ['X', 'Name', 'On', 'Mode', 'Fan', 'Sp', 'Ra', statusColumn, 'Sw', 'Tmr', 'Er'],
  vrfFavourite: ['Index', 'Name', 'Enabled', 'StartH', 'StartM', 'StopH', 'StopM', 'DaysEnabled'],
  irrigation: ['Enable', 'CurrentProgram', 'Ratio', 'RainWait', 'TestMode', 'NoOfStations', 'CtrlErr'],
  program: ['Index', 'Name', 'Enable', 'StartTimes', 'Days'],
  station: ['Index', 'Name', 'Mode', 'State', 'Error', 'LastRun', 'Soak'],
  power: ['Enabled', 'Voltage', 'PF', 'CostOfPower', 'Emissions'],
  powerStatus: ['lastReadingNo', 'Dev'],
};
