import type { EnergyAnswer, EnergyBar } from '@plenum/insight/energy';
import type { CSSProperties } from 'react';
import { barName, formatCost, formatEnergy, ownUse } from '../../reading/energy.ts';
import { t } from '../../text/text.ts';

interface EnergyBarsProps {
  readonly answer: EnergyAnswer;
  readonly hasSolar: boolean;
}

/** The parts of a bar that go up and down, in Wh. */
const partsOf = (bar: EnergyBar) => {
  const own = ownUse(bar) ?? 0;
  return { own, bought: Math.max(0, (bar.used ?? 0) - own), sold: bar.export ?? 0 };
};

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`;

/** The names of so many bars fit beside each other; others are left out. */
const maxNames = 12;
/** So many fit on a phone. */
const maxNamesOnPhone = 7;

/** A name that may take two lines: `2:00 PM` is written with a space that does not break. */
const breakable = (name: string) => name.replaceAll(/[\u00a0\u202f]/g, ' ');

/** What a house used in each period, from its panels and from the grid, and below the line what it gave to the grid. */
export const EnergyBars = ({ answer, hasSolar }: EnergyBarsProps) => {
  const { bars, by, timeZone, total } = answer;
  const parts = bars.map(partsOf);
  const up = Math.max(1, ...parts.map(({ own, bought }) => own + bought));
  const down = Math.max(0, ...parts.map(({ sold }) => sold));
  const every = Math.ceil(bars.length / maxNames);
  const hasSpare = bars.length / every > maxNamesOnPhone;
  return (
    <figure className="energy-bars">
      <div
        className="energy-bars__plot"
        role="img"
        aria-label={t('energy.chart')}
        style={{ '--up': up / (up + down), '--down': down / (up + down) } as CSSProperties}
      >
        {bars.map((bar, place) => {
          const { own, bought, sold } = parts[place]!;
          const name = barName(bar.from, by, timeZone);
          const isPast = bar.from < total.to;
          const title =
            bar.used === null
              ? `${name}: ${isPast ? t('energy.notRecorded') : t('energy.notYet')}`
              : hasSolar
                ? t('energy.barUsedSold', {
                    name,
                    used: formatEnergy(bar.used),
                    sold: formatEnergy(bar.export),
                  })
                : t('energy.barUsed', { name, used: formatEnergy(bar.used) });
          return (
            <div key={bar.from} className="energy-bars__one" title={title}>
              <div className="energy-bars__up" data-unknown={isPast && bar.used === null ? '' : undefined}>
                <span className="energy-bars__bought" style={{ height: percent(bought / up) }} />
                <span className="energy-bars__own" style={{ height: percent(own / up) }} />
              </div>
              {down > 0 && (
                <div className="energy-bars__down">
                  <span className="energy-bars__sold" style={{ height: percent(sold / down) }} />
                </div>
              )}
              <span
                className="energy-bars__name num"
                data-spare={hasSpare && (place / every) % 2 === 1 ? '' : undefined}
              >
                {place % every === 0 ? breakable(name) : ''}
              </span>
            </div>
          );
        })}
      </div>
      <figcaption className="energy-bars__legend small">
        <span data-part="bought">{t('energy.fromGrid')}</span>
        {hasSolar && <span data-part="own">{t('energy.ownSolar')}</span>}
        {hasSolar && <span data-part="sold">{t('energy.toGrid')}</span>}
      </figcaption>
    </figure>
  );
};

/** All values of the bars. */
export const EnergyTable = ({ answer, hasSolar }: EnergyBarsProps) => {
  const { bars, by, timeZone, tariff } = answer;
  return (
    <details className="energy-table disclosure">
      <summary>{t('house.allValues')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls has to be reachable by keyboard */}
      <section className="energy-table__scroll" tabIndex={0} aria-label={t('house.allValues')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('energy.time')}</th>
              <th scope="col">{t('energy.usedKwh')}</th>
              {hasSolar && (
                <>
                  <th scope="col">{t('energy.solarKwh')}</th>
                  <th scope="col">{t('energy.ownUseKwh')}</th>
                </>
              )}
              <th scope="col">{t('energy.fromGridKwh')}</th>
              {hasSolar && <th scope="col">{t('energy.toGridKwh')}</th>}
              <th scope="col">{t('energy.cost')}</th>
            </tr>
          </thead>
          <tbody className="num">
            {bars.map((bar) => (
              <tr key={bar.from}>
                <th scope="row">{barName(bar.from, by, timeZone)}</th>
                <td>{formatEnergy(bar.used)}</td>
                {hasSolar && (
                  <>
                    <td>{formatEnergy(bar.solar)}</td>
                    <td>{formatEnergy(ownUse(bar))}</td>
                  </>
                )}
                <td>{formatEnergy(bar.import)}</td>
                {hasSolar && <td>{formatEnergy(bar.export)}</td>}
                <td>{formatCost(bar.cost, tariff?.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
};
