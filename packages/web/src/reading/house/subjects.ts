import type { ComponentKind, Datagrams } from '@plenum/protocol/component';
import { ductedUnit } from '@plenum/protocol/vrf';
import { isSensed } from '@plenum/protocol/zone';
import { t } from '../../text/text.ts';
import type { Column } from '../number/csv.ts';

/** A component with a temperature history, and its series. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly temperature: Column;
  readonly setpoint: Column;
  /** Series of the damper position of a zone, in percent. */
  readonly damper?: Column;
  readonly outdoors: Column;
}

const degrees = (series: string, heading: string): Column => ({
  series,
  heading: `${heading} °C`,
  scale: 100,
});

export const subjectId = (kind: ComponentKind, index: number): string =>
  kind === 'unit' ? kind : `${kind}-${index}`;

const outdoors = () => degrees('weather.Temperature', t('reading.outdoors'));

/** Returns all components with a temperature history, which excludes zones without a sensor. */
export const subjectsOf = ({ unit, zone, vrf }: Datagrams): readonly Subject[] => [
  ...unit.map(() => ({
    id: subjectId('unit', 0),
    name: t('house.airConditioner'),
    temperature: degrees('unit.Temp', t('reading.returnAir')),
    setpoint: degrees('unit.Setpoint', t('reading.setpoint')),
    outdoors: outdoors(),
  })),
  ...zone.filter(isSensed).map(({ Index, Name }) => ({
    id: subjectId('zone', Index),
    name: Name,
    temperature: degrees(`zone.${Index}.Temp`, Name),
    setpoint: degrees(`zone.${Index}.Setpoint`, t('reading.setpoint')),
    damper: { series: `zone.${Index}.DmpPos`, heading: t('reading.damperPercent'), scale: 1 },
    outdoors: outdoors(),
  })),
  ...vrf
    .filter(({ X }) => X !== ductedUnit)
    .map(({ X, Name }) => ({
      id: subjectId('vrf', X),
      name: Name,
      temperature: degrees(`vrf.${X}.Ra`, Name),
      setpoint: degrees(`vrf.${X}.Sp`, t('reading.setpoint')),
      outdoors: outdoors(),
    })),
];

/**
 * Returns the CSV columns of a subject: temperature, setpoint, damper position if there is a damper, and outdoor
 * temperature.
 */
export const columnsOf = ({ temperature, setpoint, damper, outdoors }: Subject): readonly Column[] => [
  temperature,
  setpoint,
  ...(damper === undefined ? [] : [damper]),
  outdoors,
];
