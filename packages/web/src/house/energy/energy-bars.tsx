import type { EnergyAnswer, EnergyBar } from '@plenum/protocol/energy';
import type { CSSProperties } from 'react';
import { barName, formatCost, formatEnergy, ownUse } from '../../reading/energy.ts';

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

/** What a house used in each period, from its panels and from the grid, and below the line what it gave to the grid. */
export const EnergyBars = ({ answer, hasSolar }: EnergyBarsProps) => {
  const { bars, by, timeZone, total } = answer;
  const parts = bars.map(partsOf);
  const up = Math.max(1, ...parts.map(({ own, bought }) => own + bought));
  const down = Math.max(0, ...parts.map(({ sold }) => sold));
  const every = Math.ceil(bars.length / maxNames);
  return (
    <figure className="energy-bars">
      <div
        className="energy-bars__plot"
        role="img"
        aria-label="Energy of each period; the table below has all values"
        style={{ '--up': up / (up + down), '--down': down / (up + down) } as CSSProperties}
      >
        {bars.map((bar, place) => {
          const { own, bought, sold } = parts[place]!;
          const name = barName(bar.from, by, timeZone);
          const isPast = bar.from < total.to;
          const title =
            bar.used === null
              ? `${name}: ${isPast ? 'not recorded' : 'not yet'}`
              : `${name}: ${formatEnergy(bar.used)} kWh used${hasSolar ? `, ${formatEnergy(bar.export)} kWh to the grid` : ''}`;
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
              <span className="energy-bars__name num">{place % every === 0 ? name : ''}</span>
            </div>
          );
        })}
      </div>
      <figcaption className="energy-bars__legend small">
        <span data-part="bought">From the grid</span>
        {hasSolar && <span data-part="own">Own solar</span>}
        {hasSolar && <span data-part="sold">To the grid</span>}
      </figcaption>
    </figure>
  );
};

/** All values of the bars. */
export const EnergyTable = ({ answer, hasSolar }: EnergyBarsProps) => {
  const { bars, by, timeZone, tariff } = answer;
  return (
    <details className="energy-table">
      <summary>All values</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls has to be reachable by keyboard */}
      <section className="energy-table__scroll" tabIndex={0} aria-label="All values">
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Used kWh</th>
              {hasSolar && (
                <>
                  <th scope="col">Solar kWh</th>
                  <th scope="col">Own use kWh</th>
                </>
              )}
              <th scope="col">From grid kWh</th>
              {hasSolar && <th scope="col">To grid kWh</th>}
              <th scope="col">Cost</th>
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
