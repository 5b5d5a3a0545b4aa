import { ductedUnit } from '@plenum/protocol/vrf';
import type { Draft } from '../model/draft.ts';
import { AUTO, COOL, DRY, HEAT, VENT } from '../room-unit/mode.ts';

/** Direction of the refrigerant: it cools or heats. */
export type Direction = 'cool' | 'heat';

/** Returns the direction that the unit at an index needs. In auto, this is the direction that was last chosen. */
export function directionOf(draft: Draft, place: number): Direction {
  const { Mode } = draft.datagrams.vrf[place]!;
  if (Mode === AUTO) return draft.plant.vrfs[place]!.acting === 'heat' ? 'heat' : 'cool';
  return Mode === HEAT ? 'heat' : 'cool';
}

/**
 * Returns the index of the unit whose mode binds the others, or -1 if none does, ignoring the unit at `other`. The
 * outdoor unit either cools or heats. The master decides while it is on and not in vent; otherwise the unit with the
 * lowest number among those that are on and not in vent. A house without a master has a heat-recovery system, in which
 * every unit is free.
 */
export function findLeader(draft: Draft, other = -1): number {
  const units = draft.datagrams.vrf;
  let leader = -1;
  let masters = 0;
  for (let place = 0; place < units.length; place++) {
    const { X, Ms, On, Mode } = units[place]!;
    if (X === ductedUnit) continue;
    masters += Ms;
    if (place === other || On !== 1 || Mode === VENT || draft.plant.vrfs[place]!.fault !== '') continue;
    if (Ms === 1) return place;
    if (leader < 0) leader = place;
  }
  return masters === 0 ? -1 : leader;
}

/** Returns the direction that a mode needs, or undefined for vent and for auto, which accepts either. */
export function neededDirection(mode: number): Direction | undefined {
  if (mode === HEAT) return 'heat';
  return mode === COOL || mode === DRY ? 'cool' : undefined;
}
