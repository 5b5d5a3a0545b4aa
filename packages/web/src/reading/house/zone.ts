import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { fieldOf, type Option, optionsOf, someOf } from '../words.ts';

type Zone = DatagramOf<'zone'>;
const zoneType = enumerations.zoneType;
const zoneMode = enumerations.zoneMode;

/** Returns the modes of a zone by its type; the bridge refuses all others with a reason. */
export function modeWordsOf({ ZoneType }: Pick<Zone, 'ZoneType'>, sensed: boolean): readonly string[] {
  if (ZoneType === zoneType.values['open/close']) return ['open', 'close'];
  const words = sensed ? ['close', 'auto', 'open'] : ['close', 'open'];
  return ZoneType === zoneType.values.constant ? [...words, 'constant'] : words;
}

/** Returns the modes of a zone, always including its current one. */
export const modesOf = (zone: Zone, present: number): readonly Option[] =>
  someOf(optionsOf(fieldOf('zone', 'Mode')), zoneMode, modeWordsOf(zone, isSensed(zone)), present);
