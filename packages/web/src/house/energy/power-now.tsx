import type { CSSProperties } from 'react';
import { type Channel, consumersOf, formatWatts } from '../../reading/power.ts';

/** The present power of each channel, for a house without recorded history. */
export const PowerNow = ({ channels }: { channels: readonly Channel[] }) => {
  const shown = [...channels.filter(({ isGenerator }) => isGenerator), ...consumersOf(channels)];
  const most = Math.max(1, ...shown.map(({ watts }) => Math.abs(watts)));
  return (
    <dl className="flows num">
      {shown.map(({ series, name, watts, isGenerator }) => (
        <div key={series} className="flows__one" data-makes={isGenerator ? '' : undefined}>
          <dt>{name}</dt>
          <dd>
            <span
              className="flows__bar"
              style={{ '--share': `${(Math.abs(watts) / most) * 100}%` } as CSSProperties}
            />
            {formatWatts(watts).join(' ')}
          </dd>
        </div>
      ))}
    </dl>
  );
};
