import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { fieldOf, type Option, optionsOf, someOf } from '../words.ts';

type Zone = DatagramOf<'zone'>;
const zoneType = enumerations.zoneType;
const zoneMode = enumerations.zoneMode;

/** The usual modes of a zone, by its type; the bridge refuses the others with a reason. */
export const modeWordsOf = ({ ZoneType }: Pick<Zone, 'ZoneType'>, sensed: boolean): readonly string[] => {
  if (ZoneType === zoneType.values['open/close']) return ['open', 'close'];
  const words = sensed ? ['close', 'auto', 'open'] : ['close', 'open'];
  return ZoneType === zoneType.values.constant ? [...words, 'constant'] : words;
};

/** The modes of a zone, including its present one. */
export const modesOf = (zone: Zone, present: number): readonly Option[] =>
  someOf(optionsOf(fieldOf('zone', 'Mode')), zoneMode, modeWordsOf(zone, isSensed(zone)), present);
