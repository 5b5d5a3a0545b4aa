import type { CommandName } from '../command/catalogue.ts';
import type { ComponentKind } from '../component/kinds.ts';

/** The kind of component a command changes, and the key of its body that holds the index (`value`: the body itself). */
export interface Target {
  readonly kind: ComponentKind;
  readonly by?: string;
  /** What the wire counts from, 0 unless told. */
  readonly from?: number;
}

const unit: Target = { kind: 'unit' };
const zone: Target = { kind: 'zone', by: 'Index' };
const schedule: Target = { kind: 'schedule', by: 'Index' };
const split: Target = { kind: 'split', by: 'Index' };
const splitFavourite: Target = { kind: 'splitFavourite', by: 'Index' };
const vrf: Target = { kind: 'vrf', by: 'Index' };
const irrigation: Target = { kind: 'irrigation' };
const station: Target = { kind: 'station', by: 'No' };
const program: Target = { kind: 'program', by: 'No' };

/** What each command of interface 4.4 changes. */
export const targets: Readonly<Record<CommandName, Target>> = {
  SysOn: unit,
  SysMode: unit,
  SysFan: unit,
  SysSetpoint: unit,
  iSave: unit,
  SysSleepTimer: unit,
  ZoneMode: zone,
  ZoneSetpoint: zone,
  ZoneMaxAir: zone,
  ZoneMinAir: zone,
  ZoneName: zone,
  SchedAcMode: schedule,
  SchedAcFan: schedule,
  SchedName: schedule,
  SchedZones: schedule,
  SchedSettings: schedule,
  SchedEnable: schedule,
  FavouriteSet: { kind: 'schedule', by: 'value', from: 1 },
  SplitSystemZoneOn: split,
  SplitSystemZoneMode: split,
  SplitSystemZoneFan: split,
  SplitSystemZoneSetpoint: split,
  SplitSystemZoneSwing: split,
  SplitSystemZoneSleepTimer: split,
  SplitSystemZoneName: split,
  SplitSystemFavouriteName: splitFavourite,
  SplitSystemScheduleEnable: splitFavourite,
  SplitSystemScheduleSettings: splitFavourite,
  SplitSystemChangeSplitFavourite: { kind: 'splitFavourite', by: 'FavouriteIndex' },
  VrfSystemZoneOn: vrf,
  VrfSystemZoneMode: vrf,
  VrfSystemZoneFan: vrf,
  VrfSystemZoneSetpoint: vrf,
  VrfSystemZoneSwing: vrf,
  VrfSystemZoneSleepTimer: vrf,
  VrfControlVrfName: vrf,
  RetEnable: irrigation,
  RetRatio: irrigation,
  RetRainWait: irrigation,
  RetTestMode: irrigation,
  RetSoakIntervals: irrigation,
  RetSoakTime: irrigation,
  RetSetManRunTime: irrigation,
  RetTag2: irrigation,
  RetStnMode: station,
  RetStSoak: station,
  RetPrRetStNameogName: station,
  RetStRunTime: { kind: 'program', by: 'Program' },
  RetRunProgram: program,
  RetProgram: { kind: 'program', by: 'Index' },
  RetPrEnable: program,
  RetProgName: program,
  ChannelName: { kind: 'power' },
};
