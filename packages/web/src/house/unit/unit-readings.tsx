import type { DatagramOf } from '@plenum/protocol/component';
import { formatTemperature } from '../../reading/temperature.ts';
import { useScale } from '../context/house-context.tsx';
import { Figure } from '../figure/figure.tsx';
import { toHash } from '../frame/routes.ts';

/** The unit's other measurements. */
export const UnitReadings = ({ unit }: { unit: DatagramOf<'unit'> }) => {
  const scale = useScale();
  return (
    <div className="unit__foot">
      <dl className="figures">
        <Figure label="Supply air" value={`${formatTemperature(unit.Supply, scale)}°`} />
        <Figure label="Return air" value={`${formatTemperature(unit.Temp, scale)}°`} />
        {unit.InRh > 0 && <Figure label="Humidity" value={String(unit.InRh)} unit="%" />}
        {unit.IneCO2 > 0 && <Figure label="CO₂" value={String(unit.IneCO2)} unit="ppm" />}
        {unit.InTVOC > 0 && <Figure label="VOC" value={String(unit.InTVOC)} unit="ppb" />}
      </dl>
      <a className="small quiet" href={toHash('overview', 'unit', 0)}>
        Unit details
      </a>
    </div>
  );
};
