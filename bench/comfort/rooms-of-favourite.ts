import { signOf, type Way } from '@plenum/bridge';
import { enumerations } from '@plenum/protocol/field';
import type { State } from '@plenum/simulator';

const zoneAuto = enumerations.zoneMode.values.auto;

/** Distance in K within which a room is comfortable. */
export const comfortable = 0.5;

/** Returns the rooms of a favourite with their distances in K from their setpoints, in its direction. */
export function gapsOf(
  { datagrams }: Pick<State, 'datagrams'>,
  favourite: number,
): readonly { readonly room: string; readonly gap: number }[] {
  const { Zones, Mode } = datagrams.schedule.find(({ Index }) => Index === favourite)!;
  const way: Way = Mode === enumerations.sysMode.values.heat ? 'heat' : 'cool';
  return datagrams.zone.flatMap((zone) => {
    const set = Zones[zone.Index]!;
    return set.Mode === zoneAuto
      ? { room: zone.Name, gap: (signOf(way) * (set.Setpoint - zone.Temp)) / 100 }
      : [];
  });
}

/** True if every room of a favourite is comfortable. */
export const isThere = (state: Pick<State, 'datagrams'>, favourite: number): boolean =>
  gapsOf(state, favourite).every(({ gap }) => gap <= comfortable);
