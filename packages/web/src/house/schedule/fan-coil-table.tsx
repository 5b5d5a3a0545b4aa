import type { DatagramOf } from '@plenum/protocol/component';
import { entriesOf, type UnitEntry } from '../../reading/house/unit-entry.ts';
import { formatSetpoint } from '../../reading/number/temperature.ts';
import { capital, fieldOf, wordOf } from '../../reading/words.ts';
import { t } from '../../text/text.ts';
import { useAll, useScale } from '../house-context.tsx';
import '../../design/value-list.css';

/** The settings of a favourite for each fan-coil, read-only because no command changes them (interface 4.4). */
export function FanCoilTable({ favourite }: { favourite: DatagramOf<'vrfFavourite'> }) {
  const units = useAll('vrf');
  const scale = useScale();
  const describe = ({ On, Mode, Fan, Setpoint }: UnitEntry): string => {
    if (On !== 1) return t('house.off');
    const mode = capital(wordOf(fieldOf('vrf', 'Mode'), Mode));
    return t('schedule.fanCoilSettings', {
      mode,
      setpoint: formatSetpoint(Setpoint, scale),
      fan: wordOf(fieldOf('vrf', 'Fan'), Fan),
    });
  };
  return (
    <section className="units" aria-label={t('house.fanCoils')}>
      <h3>{t('schedule.fanCoilsChanged')}</h3>
      <dl className="lines">
        {entriesOf(favourite).map((entry) => (
          <div key={entry.Index} className="lines__one">
            <dt>
              {units.find(({ X }) => X === entry.Index)?.Name ?? t('schedule.unit', { number: entry.Index })}
            </dt>
            <dd className="num">{describe(entry)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
