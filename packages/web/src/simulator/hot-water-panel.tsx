import type { SimulationStatus } from '@plenum/protocol/simulation';
import { formatWatts } from '../reading/energy/power.ts';
import { formatSpokenTemperature } from '../reading/number/temperature.ts';
import { t } from '../text/text.ts';
import { useSimulator } from './simulator-context.ts';

/** Shows the tank that a solar diverter heats: its temperature, and the share of the surplus that it uses. */
export function HotWaterPanel({ Temperature, Power }: NonNullable<SimulationStatus['hotWater']>) {
  const { scale } = useSimulator();
  return (
    <section className="panel card" aria-labelledby="hot-water-title">
      <h2 id="hot-water-title">{t('simulator.hotWater')}</h2>
      <p className="quiet small">{t('simulator.hotWaterHelp')}</p>
      <p className="num">
        {t('simulator.hotWaterNow', {
          temperature: formatSpokenTemperature(Math.round(100 * Temperature), scale),
          power: formatWatts(Power).join(' '),
        })}
      </p>
    </section>
  );
}
