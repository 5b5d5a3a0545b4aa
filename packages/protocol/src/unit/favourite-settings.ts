import type { Datagram } from '../definition/resource.ts';
import type { schedule } from '../schedule/resource.ts';
import type { unit } from './resource.ts';

type Unit = Datagram<typeof unit>;

/**
 * Returns the fields of the unit that a favourite sets when it starts. Settings that the controller may not set stay
 * unchanged (interface 2.2: HvacOnOff, HvacMode, HvacFan; with SysType 210 all of them).
 */
export function unitSettingsOf(
  { Mode, Fan }: Pick<Datagram<typeof schedule>, 'Mode' | 'Fan'>,
  { HvacOnOff, HvacMode, HvacFan }: Pick<Unit, 'HvacOnOff' | 'HvacMode' | 'HvacFan'>,
): Partial<Pick<Unit, 'SysOn' | 'SysMode' | 'SysFan'>> {
  return {
    ...(HvacOnOff === 1 && { SysOn: 1 }),
    ...(HvacMode === 1 && { SysMode: Mode }),
    ...(HvacFan === 1 && { SysFan: Fan }),
  };
}
