import { type DatagramOf, enumerations } from '@plenum/protocol';

type Zone = DatagramOf<'zone'>;
const { zoneType, zoneMode, sensorType, battery, rfSignal } = enumerations;

/** Whether a zone measures, and so can be given a target. */
export const isSensed = ({ SensType }: Pick<Zone, 'SensType'>): boolean =>
  SensType !== sensorType.values.none;

/** The words of the modes a zone is usually put into, by its type; the bridge refuses the rest and says why. */
export const modeWordsOf = ({ ZoneType }: Pick<Zone, 'ZoneType'>, sensed: boolean): readonly string[] => {
  if (ZoneType === zoneType.values['open/close']) return ['open', 'close'];
  const words = sensed ? ['close', 'auto', 'open'] : ['close', 'open'];
  return ZoneType === zoneType.values.constant ? [...words, 'constant'] : words;
};

/** What needs a look in a zone, in words. */
export const troublesOf = (zone: Zone): readonly string[] => {
  const troubles: string[] = [];
  if (zone.SensorFault === 1) troubles.push('Sensor fault: the temperature is not to be trusted');
  if (zone.DmpFlt === 1) troubles.push('Damper motor fault: the damper does not move');
  if (!isSensed(zone) || zone.SensType === sensorType.values.wired) return troubles;
  if (zone.BattVolt === battery.values.empty) troubles.push('Sensor battery empty');
  else if (zone.BattVolt === battery.values.half) troubles.push('Sensor battery half');
  if (zone.RfSignal === rfSignal.values.none) troubles.push('No radio signal from the sensor');
  else if (zone.RfSignal === rfSignal.values.quarter) troubles.push('Weak radio signal');
  return troubles;
};

/** Whether a zone is held open to protect the unit, against what it was told. */
export const isForced = ({ Master, ConstA, Mode }: Zone): boolean =>
  (Master === 1 || ConstA === 1) && Mode !== zoneMode.values.open;
