import { formatTemperature } from '../../reading/number/temperature.ts';
import { t } from '../../text/text.ts';
import { useScale, useSimulation } from '../house-context.tsx';

/** Shows the outdoor air, which only a simulated house reports. */
export function Outdoors() {
  const weather = useSimulation()?.weather;
  const scale = useScale();
  if (weather === undefined) return null;
  const sky =
    weather.Rain > 0.1
      ? t('house.rain')
      : weather.Cloud > 65
        ? t('house.cloudy')
        : weather.Cloud > 25
          ? t('house.someCloud')
          : t('house.clear');
  return (
    <div className="climate__out">
      <p className="climate__label">{t('reading.outdoors')}</p>
      <p className="climate__out-value num">
        {formatTemperature(Math.round(weather.Temperature * 100), scale)}°
      </p>
      <p className="small quiet">{t('house.humid', { humidity: Math.round(weather.Humidity), sky })}</p>
    </div>
  );
}

/** The outdoor air on a separate card, for a house without a ducted unit. */
export function OutdoorsCard() {
  if (!useSimulation()) return null;
  return (
    <section className="outdoors card" aria-label={t('reading.outdoors')}>
      <Outdoors />
    </section>
  );
}
