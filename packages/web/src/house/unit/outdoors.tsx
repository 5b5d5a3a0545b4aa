import { formatTemperature } from '../../reading/temperature.ts';
import { useScale, useSimulation } from '../context/house-context.tsx';

/** The air outdoors, known only for a simulated house. */
export const Outdoors = () => {
  const weather = useSimulation()?.weather;
  const scale = useScale();
  if (weather === undefined) return null;
  const sky =
    weather.Rain > 0.1 ? 'rain' : weather.Cloud > 65 ? 'cloudy' : weather.Cloud > 25 ? 'some cloud' : 'clear';
  return (
    <div className="climate__out">
      <p className="climate__label">Outdoors</p>
      <p className="climate__out-value num">
        {formatTemperature(Math.round(weather.Temperature * 100), scale)}°
      </p>
      <p className="small quiet">
        {Math.round(weather.Humidity)} % humid, {sky}
      </p>
    </div>
  );
};

/** The air outdoors on a card of its own, for a house without a ducted unit. */
export const OutdoorsCard = () => {
  if (!useSimulation()) return null;
  return (
    <section className="outdoors card" aria-label="Outdoors">
      <Outdoors />
    </section>
  );
};
