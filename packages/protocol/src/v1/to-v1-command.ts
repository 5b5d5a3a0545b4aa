import type { AnyCommand, CommandBody, CommandName } from '../command/catalogue.ts';
import { systemFan, systemMode, toV1Word, zoneState } from './words.ts';

/** A command of the original interface as it is sent: `POST /<name>` with `{"<name>": value}`. */
export interface V1Order {
  readonly name: string;
  readonly value: unknown;
}

const order = (name: string, value: unknown): V1Order => ({ name, value });
const toOnOff = (value: number) => (value === 0 ? 'off' : 'on');
const toNo = (index: number) => String(index + 1);

/** Degrees as text with the decimals they need, at least one: `22.5`, `21.55`. */
const toText = (hundredths: number) => (hundredths / 100).toFixed(hundredths % 10 === 0 ? 1 : 2);

const written: { readonly [Name in CommandName]?: (body: CommandBody<Name>) => V1Order | undefined } = {
  SysOn: (on) => order('SystemON', toOnOff(on)),
  SysMode: (mode) => (mode in systemMode.read ? order('SystemMODE', toV1Word(systemMode, mode)) : undefined),
  SysFan: (fan) =>
    fan in systemFan.read ? order('SystemFAN', fan === 2 ? 'medium' : toV1Word(systemFan, fan)) : undefined,
  SysSetpoint: (setpoint) => order('UnitSetpoint', toText(setpoint)),
  iSave: (on) => order('FreeAir', toOnOff(on)),
  SysSleepTimer: (minutes) => order('SleepTimer', minutes),
  ZoneMode: ({ Index, Mode }) =>
    Mode <= 3 ? order('ZoneCommand', { ZoneNo: toNo(Index), Command: toV1Word(zoneState, Mode) }) : undefined,
  ZoneSetpoint: ({ Index, Setpoint }) =>
    order('ZoneCommand', { ZoneNo: toNo(Index), Command: toText(Setpoint) }),
  ZoneMaxAir: ({ Index, MaxAir }) => order('AirMaxCommand', { ZoneNo: toNo(Index), Command: String(MaxAir) }),
  ZoneMinAir: ({ Index, MinAir }) => order('AirMinCommand', { ZoneNo: toNo(Index), Command: String(MinAir) }),
  SchedEnable: ({ Index, Enabled }) =>
    order('ScheduleCommand', { SchedNo: toNo(Index), Command: toOnOff(Enabled) }),
  FavouriteSet: (no) => order('FavouriteSet', String(no)),
};

/**
 * The command of the original interface that does the same, or undefined where there is none. A setpoint of a
 * zone also makes the zone follow it, since the original interface cannot set one without the other.
 */
export const toV1Command = ({ name, body }: AnyCommand): V1Order | undefined =>
  (written[name] as ((body: unknown) => V1Order | undefined) | undefined)?.(body);
