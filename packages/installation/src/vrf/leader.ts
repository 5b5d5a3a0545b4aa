import { ductedUnit } from '@plenum/protocol/vrf';
import type { Draft } from '../model/draft.ts';
import { AUTO, COOL, DRY, HEAT, VENT } from '../terminal/mode.ts';

/** The way refrigerant flows. */
export type Direction = 'cool' | 'heat';

/** The direction the unit at a place asks for; auto asks for the one it last chose. */
export const directionOf = (draft: Draft, place: number): Direction => {
  const { Mode } = draft.datagrams.vrf[place]!;
  if (Mode === AUTO) return draft.plant.vrfs[place]!.acting === 'heat' ? 'heat' : 'cool';
  return Mode === HEAT ? 'heat' : 'cool';
};

/**
 * The place of the unit whose mode binds the others, or -1 where none does.
 *
 * One outdoor unit sends hot or cold refrigerant, not both: the master decides while it runs and does more than
 * blow, else the running unit of the lowest number, `other` (a place) left out. A house without a master has a heat-recovery system, in which
 * every unit is free.
 */
export const findLeader = (draft: Draft, other = -1): number => {
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
};

/** The direction a mode needs: none for vent, and none of its own for auto, which takes what there is. */
export const neededDirection = (mode: number): Direction | undefined => {
  if (mode === HEAT) return 'heat';
  return mode === COOL || mode === DRY ? 'cool' : undefined;
};
