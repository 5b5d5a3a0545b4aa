import type { DatagramOf } from '@plenum/protocol/component';
import { runTimeOnce } from '@plenum/protocol/extension';
import { enumerations } from '@plenum/protocol/field';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import { useHouseContext, useIsAvailable } from '../house-context.tsx';
import { WateringEnd } from './watering-end.tsx';

const lengths = [5, 10, 20];
const { auto, manual } = enumerations.stationMode.values;
const idle = enumerations.stationState.values['not running'];

/** Buttons that water a station for some minutes, or stop it. They do not change the manual run time. */
export function WaterButtons({ station }: { station: DatagramOf<'station'> }) {
  const { house } = useHouseContext();
  const isAvailable = useIsAvailable();
  const { Index: No, Mode, State } = station;
  if (!isAvailable('RetStnMode')) return null;
  const water = async (minutes: number) => {
    if (await house.command('RetSetManRunTime', minutes, { prefer: runTimeOnce }))
      await house.command('RetStnMode', { No, Mode: manual });
  };
  return (
    <section className="water" aria-labelledby="water-title">
      <h3 id="water-title">{t('garden.waterNow')}</h3>
      {State !== idle && <WateringEnd station={station} />}
      <div className="runs">
        {Mode === manual && State !== idle ? (
          <Button className="button" onPress={() => house.command('RetStnMode', { No, Mode: auto })}>
            <Icon name="stop" /> {t('garden.stopWatering')}
          </Button>
        ) : (
          lengths.map((minutes) => (
            <Button key={minutes} className="button" onPress={() => water(minutes)}>
              <Icon name="drop" /> {t('garden.waterFor', { minutes })}
            </Button>
          ))
        )}
      </div>
    </section>
  );
}
