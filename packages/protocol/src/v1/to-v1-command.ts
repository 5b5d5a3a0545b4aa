import type { AnyCommand, CommandBody, CommandName } from '../command/catalogue.ts';
import { systemFan, systemMode, toV1Word, zoneState } from './words.ts';

/** A command of the original interface as it is sent: `POST /<name>` with `{"<name>": value}`. */
export interface V1Request {
  readonly name: string;
  readonly value: unknown;
}

const request = (name: string, value: unknown): V1Request => ({ name, value });
const toOnOff = (value: number) => (value === 0 ? 'off' : 'on');
const toNo = (index: number) => String(index + 1);

/** Returns degrees as text with as many decimals as needed, but at least one: `22.5`, `21.55`. */
const toText = (hundredths: number) => (hundredths / 100).toFixed(hundredths % 10 === 0 ? 1 : 2);

const written: { readonly [Name in CommandName]?: (body: CommandBody<Name>) => V1Request | undefined } = {
  SysOn: (on) => request('SystemON', toOnOff(on)),
  SysMode: (mode) =>
    mode in systemMode.read ? request('SystemMODE', toV1Word(systemMode, mode)) : undefined,
  SysFan: (fan) =>
    fan in systemFan.read ? request('SystemFAN', fan === 2 ? 'medium' : toV1Word(systemFan, fan)) : undefined,
  SysSetpoint: (setpoint) => request('UnitSetpoint', toText(setpoint)),
  iSave: (on) => request('FreeAir', toOnOff(on)),
  SysSleepTimer: (minutes) => request('SleepTimer', minutes),
  ZoneMode: ({ Index, Mode }) =>
    Mode <= 3
      ? request('ZoneCommand', { ZoneNo: toNo(Index), Command: toV1Word(zoneState, Mode) })
      : undefined,
  ZoneSetpoint: ({ Index, Setpoint }) =>
    request('ZoneCommand', { ZoneNo: toNo(Index), Command: toText(Setpoint) }),
  ZoneMaxAir: ({ Index, MaxAir }) =>
    request('AirMaxCommand', { ZoneNo: toNo(Index), Command: String(MaxAir) }),
  ZoneMinAir: ({ Index, MinAir }) =>
    request('AirMinCommand', { ZoneNo: toNo(Index), Command: String(MinAir) }),
  SchedEnable: ({ Index, Enabled }) =>
    request('ScheduleCommand', { SchedNo: toNo(Index), Command: toOnOff(Enabled) }),
  FavouriteSet: (no) => request('FavouriteSet', String(no)),
};

/**
 * Returns the equivalent command of the original interface, or undefined if there is none. Setting a zone's setpoint
 * also sets the zone to auto, because the original interface cannot do one without the other.
 */
export const toV1Command = ({ name, body }: AnyCommand): V1Request | undefined =>
  (written[name] as ((body: unknown) => V1Request | undefined) | undefined)?.(body);
