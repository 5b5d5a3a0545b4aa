import type { CommandName } from '@plenum/protocol/command';
import type { ComponentKind } from '@plenum/protocol/component';
import type { PlainKey } from '../../text/text.ts';

/** A setting with a control on a sheet: its command and its label. */
export type Setting = readonly [command: CommandName, label: PlainKey];

/** The settings with a control on the sheet of each kind of component, in order. */
export const settings: Readonly<Partial<Record<ComponentKind, readonly Setting[]>>> = {
  zone: [
    ['ZoneSetpoint', 'control.setpoint'],
    ['ZoneMode', 'control.mode'],
    ['ZoneMaxAir', 'control.maxAir'],
    ['ZoneMinAir', 'control.minAir'],
    ['ZoneName', 'control.name'],
  ],
  schedule: [
    ['SchedAcMode', 'control.systemMode'],
    ['SchedAcFan', 'control.systemFan'],
    ['SchedName', 'control.name'],
  ],
  split: [
    ['SplitSystemZoneOn', 'control.on'],
    ['SplitSystemZoneSetpoint', 'control.setpoint'],
    ['SplitSystemZoneMode', 'control.mode'],
    ['SplitSystemZoneFan', 'control.fan'],
    ['SplitSystemZoneSwing', 'control.swing'],
    ['SplitSystemZoneSleepTimer', 'control.sleepTimer'],
    ['SplitSystemZoneName', 'control.name'],
  ],
  splitFavourite: [['SplitSystemFavouriteName', 'control.name']],
  vrf: [
    ['VrfSystemZoneOn', 'control.on'],
    ['VrfSystemZoneSetpoint', 'control.setpoint'],
    ['VrfSystemZoneMode', 'control.mode'],
    ['VrfSystemZoneFan', 'control.fan'],
    ['VrfSystemZoneSwing', 'control.swing'],
    ['VrfSystemZoneSleepTimer', 'control.sleepTimer'],
    ['VrfControlVrfName', 'control.name'],
  ],
  irrigation: [
    ['RetEnable', 'control.watering'],
    ['RetRatio', 'garden.amount'],
    ['RetRainWait', 'control.rainDelayDays'],
    ['RetSoakIntervals', 'control.soakPauses'],
    ['RetSoakTime', 'control.soakTime'],
    ['RetSetManRunTime', 'control.manualRunTime'],
    ['RetTestMode', 'control.test'],
    ['RetTag2', 'control.note'],
  ],
  station: [
    ['RetStnMode', 'control.stationMode'],
    ['RetStSoak', 'control.soaks'],
    ['RetPrRetStNameogName', 'control.name'],
  ],
  program: [['RetProgName', 'control.name']],
  lamp: [
    ['LiAccel', 'control.lampPace'],
    ['LiAlOn', 'control.allOn'],
    ['LiAlOf', 'control.allOff'],
    ['LiiSense', 'control.followsSensor'],
    ['LiOccAutoOn', 'control.presenceOn'],
    ['LiAlarm', 'control.alarm'],
    ['LiName', 'control.name'],
  ],
};

/** The commands that set several fields together. Each command is a form on a sheet. */
export const settingForms: Readonly<Partial<Record<ComponentKind, readonly CommandName[]>>> = {
  lamp: ['LiLampAlarm', 'LiOccSt'],
};
