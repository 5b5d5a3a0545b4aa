import type { DatagramOf } from '@plenum/protocol';
import { showTemperature } from '../../reading/temperature.ts';
import { useScale } from '../context.tsx';

/** What the unit measures beside the temperature indoors. */
export const UnitReadings = ({ unit }: { unit: DatagramOf<'unit'> }) => {
  const scale = useScale();
  const readings: readonly (readonly [string, string | undefined, string])[] = [
    ['Supply air', `${showTemperature(unit.Supply, scale)}°`, ''],
    ['Return air', `${showTemperature(unit.Temp, scale)}°`, ''],
    ['Humidity', unit.InRh > 0 ? String(unit.InRh) : undefined, '%'],
    ['CO₂', unit.IneCO2 > 0 ? String(unit.IneCO2) : undefined, 'ppm'],
    ['VOC', unit.InTVOC > 0 ? String(unit.InTVOC) : undefined, 'ppb'],
  ];
  return (
    <dl className="readings">
      {readings.map(
        ([name, value, measure]) =>
          value !== undefined && (
            <div key={name} className="readings__one">
              <dt>{name}</dt>
              <dd className="num">
                {value}
                {measure !== '' && <small> {measure}</small>}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
};
