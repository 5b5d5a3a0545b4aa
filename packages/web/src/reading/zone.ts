import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { fieldOf, type Option, optionsOf, someOf } from './words.ts';

type Zone = DatagramOf<'zone'>;
const { zoneType, zoneMode, sensorType } = enumerations;

/** Whether a zone measures, and so can be given a target. */
export const isSensed = ({ SensType }: Pick<Zone, 'SensType'>): boolean =>
  SensType !== sensorType.values.none;

/** The words of the modes a zone is usually put into, by its type; the bridge refuses the rest and says why. */
export const modeWordsOf = ({ ZoneType }: Pick<Zone, 'ZoneType'>, sensed: boolean): readonly string[] => {
  if (ZoneType === zoneType.values['open/close']) return ['open', 'close'];
  const words = sensed ? ['close', 'auto', 'open'] : ['close', 'open'];
  return ZoneType === zoneType.values.constant ? [...words, 'constant'] : words;
};

/** The modes a zone can be put into, with the one it is in, or is to be in, whatever that is. */
export const modesOf = (zone: Zone, present: number): readonly Option[] =>
  someOf(optionsOf(fieldOf('zone', 'Mode')), zoneMode, modeWordsOf(zone, isSensed(zone)), present);

/** Whether a zone is held open to protect the unit, against what it was told. */
export const isForced = ({ Master, ConstA, Mode }: Zone): boolean =>
  (Master === 1 || ConstA === 1) && Mode !== zoneMode.values.open;
