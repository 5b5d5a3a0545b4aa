import { enumerations } from '@plenum/protocol/field';
import { fieldOf, optionsOf } from '../../../reading/words.ts';
import { type PlainKey, t } from '../../../text/text.ts';

const { sensorType } = enumerations;

/** The sensors in an installer's words. The names of two types are public, but not their meaning. */
const words = {
  wireless: 'setup.sensorWireless',
  wired: 'setup.sensorWired',
  iSense: 'setup.sensorISense',
  CCTS: 'setup.sensorCcts',
  CSM: 'setup.sensorCsm',
  none: 'setup.sensorNone',
} as const satisfies Readonly<Record<keyof typeof sensorType.values, PlainKey>>;

/** Returns the sensor types as options, the usual ones first, and always the present type. */
export function sensorOptions(present: number) {
  const known = Object.entries(words).map(([type, key]) => ({
    value: sensorType.values[type as keyof typeof words],
    label: t(key),
  }));
  const isKnown = known.some(({ value }) => value === present);
  return isKnown ? known : [...known, { value: present, label: t('reading.type', { number: present }) }];
}

export const sensorName = (type: number): string =>
  sensorOptions(type).find(({ value }) => value === type)!.label;

/** True if a sensor is paired by radio. */
export const isWireless = (type: number): boolean =>
  type === sensorType.values.wireless || type === sensorType.values.iSense;

export const typeName = (type: number): string =>
  optionsOf(fieldOf('zone', 'ZoneType')).find(({ value }) => value === type)?.label ??
  t('reading.type', { number: type });
