import { currencyOf, type EnergyAnswer, type EnergyBar } from '@plenum/insight/energy';
import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import { barName, barTitle, formatEnergy, ownUse, pathOfBar } from '../../reading/energy/energy.ts';
import { formatCost } from '../../reading/number/cost.ts';
import { formatTicks } from '../../reading/number/quantity.ts';
import { ticksOf } from '../../reading/number/ticks.ts';
import { t } from '../../text/text.ts';
import { toHash } from '../frame/routes.ts';
import { type LegendEntry, Swatch, Tooltip } from '../history/chart/legend.tsx';
import '../history/chart/chart.css';

/** The quantity that the height of a bar shows. */
export type Measure = 'energy' | 'cost';

interface TableProps {
  readonly answer: EnergyAnswer;
  readonly hasSolar: boolean;
}

interface EnergyBarsProps extends TableProps {
  readonly measure: Measure;
  /** Called before the link of a bar opens its period. */
  readonly onOpen: () => void;
}

const colours = {
  bought: 'var(--chart-1)',
  own: 'var(--chart-2)',
  sold: 'var(--chart-3)',
  cost: 'var(--chart-4)',
  none: 'transparent',
} as const;

interface Part {
  readonly colour: string;
  readonly value: number;
}

/**
 * Returns the parts of a bar above the line, from top to bottom, and the part below it: in kWh, or in units of the
 * currency.
 */
const partsOf = (bar: EnergyBar, measure: Measure): { up: readonly Part[]; down: Part } => {
  if (measure === 'cost') {
    const cost = bar.cost ?? 0;
    return {
      up: [{ colour: colours.cost, value: Math.max(0, cost) }],
      down: { colour: colours.cost, value: Math.max(0, -cost) },
    };
  }
  const own = (ownUse(bar) ?? 0) / 1_000;
  return {
    up: [
      { colour: colours.bought, value: Math.max(0, (bar.used ?? 0) / 1_000 - own) },
      { colour: colours.own, value: own },
    ],
    down: { colour: colours.sold, value: (bar.export ?? 0) / 1_000 },
  };
};

const costName = (hasSolar: boolean) => (hasSolar ? t('energy.costNet') : t('energy.cost'));

/** Returns the figures of the bar at an index; figures that are not drawn have no colour. */
const figuresOf = ({ answer, hasSolar }: TableProps, measure: Measure): LegendEntry[] => {
  const { bars, tariff } = answer;
  const energy = (label: string, colour: string, read: (bar: EnergyBar) => number | null): LegendEntry => ({
    label,
    colour: measure === 'energy' ? colour : colours.none,
    look: 'area',
    format: (place) => `${formatEnergy(read(bars[place]!))} kWh`,
  });
  const cost: LegendEntry = {
    label: costName(hasSolar),
    colour: measure === 'cost' ? colours.cost : colours.none,
    look: 'area',
    format: (place) => formatCost(bars[place]!.cost, currencyOf(tariff)),
  };
  return [
    energy(t('energy.used'), colours.none, ({ used }) => used),
    energy(t('energy.fromGrid'), colours.bought, (bar) => bar.import),
    ...(hasSolar
      ? [
          energy(t('energy.ownUse'), colours.own, ownUse),
          energy(t('energy.toGrid'), colours.sold, (bar) => bar.export),
        ]
      : []),
    ...(tariff === null ? [] : [cost]),
  ];
};

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`;

/** Maximum number of labels below the bars that fit next to each other; others are left out. */
const maxNames = 12;
/** Maximum number of labels below the bars on a phone. */
const maxNamesOnPhone = 7;

/** Returns a label that may wrap: `2:00 PM` is formatted with a non-breaking space. */
const breakable = (name: string) => name.replaceAll(/[\u00a0\u202f]/g, ' ');

/** For each key, the index of the bar that receives the focus. */
const keyTargets = new Map<string, (place: number, last: number) => number>([
  ['ArrowLeft', (place) => place - 1],
  ['ArrowRight', (place) => place + 1],
  ['Home', () => 0],
  ['End', (_, last) => last],
]);

/** Returns the URL of the period of a bar; `undefined` for an hour, and if the period has not begun. */
const hrefOf = ({ from }: EnergyBar, { by, timeZone, total }: EnergyAnswer): string | undefined => {
  const path = from < total.to ? pathOfBar(from, by, timeZone) : undefined;
  return path && toHash('energy', ...path);
};

/**
 * For each period, shows the energy that a house used from its panels and from the grid and, below the line, the energy
 * that it sold. Can show the cost of both instead. A bar shows its figures at the pointer and while it has the focus,
 * which the arrow keys move. Each bar links to its period.
 */
export function EnergyBars({ answer, hasSolar, measure, onOpen }: EnergyBarsProps) {
  const { bars, by, timeZone, total, tariff } = answer;
  const isPast = ({ from }: EnergyBar) => from < total.to;
  const [pointed, point] = useState<number>();
  const [focused, setFocused] = useState(Math.max(0, bars.findLastIndex(isPast)));
  const parts = bars.map((bar) => partsOf(bar, measure));
  const least = -Math.max(...parts.map(({ down }) => down.value));
  const ticks = ticksOf(
    least,
    Math.max(...parts.map(({ up }) => up.reduce((sum, { value }) => sum + value, 0))),
  );
  const [first, second] = ticks as [number, number];
  const [bottom, top] = [Math.min(first, least), ticks.at(-1)!];
  const figures = figuresOf({ answer, hasSolar }, measure);
  const every = Math.ceil(bars.length / maxNames);
  const hasSpare = bars.length / every > maxNamesOnPhone;

  const unknown = (bar: EnergyBar) =>
    bar.used === null ? (isPast(bar) ? t('energy.notRecorded') : t('energy.notYet')) : undefined;
  const nameOf = ({ from }: EnergyBar) => breakable(barName(from, by, timeZone));
  const describe = (bar: EnergyBar, place: number) =>
    `${nameOf(bar)}: ${
      unknown(bar) ?? figures.map(({ label, format }) => `${label} ${format(place)}`).join(', ')
    }`;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') return point(undefined);
    const target = keyTargets.get(event.key)?.(focused, bars.length - 1);
    if (target === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>('.energy-bars__one')[target]?.focus();
  };

  const content = (bar: EnergyBar, place: number) => (
    <>
      <span className="energy-bars__up" data-unknown={isPast(bar) && bar.used === null ? '' : undefined}>
        {parts[place]!.up.map(({ colour, value }) => (
          <span key={colour} style={{ height: percent(value / (top || 1)), background: colour }} />
        ))}
      </span>
      <span className="energy-bars__down">
        <span
          style={{
            height: percent(parts[place]!.down.value / (-bottom || 1)),
            background: parts[place]!.down.colour,
          }}
        />
      </span>
      <span
        className="energy-bars__name num"
        data-spare={hasSpare && (place / every) % 2 === 1 ? '' : undefined}
      >
        {place % every === 0 ? nameOf(bar) : ''}
      </span>
    </>
  );

  return (
    <figure
      className="energy-bars"
      style={
        {
          '--up': top / (top - bottom),
          '--down': -bottom / (top - bottom),
          '--step': (second - first) / (top - bottom),
        } as CSSProperties
      }
    >
      <p className="energy-bars__unit small">
        {measure === 'energy' ? 'kWh' : (currencyOf(tariff) ?? t('energy.cost'))}
      </p>
      <div className="energy-bars__axis num" aria-hidden="true">
        {formatTicks(ticks, '').map((tick, place) => (
          <span key={tick} style={{ bottom: percent((ticks[place]! - bottom) / (top - bottom)) }}>
            {tick}
          </span>
        ))}
      </div>
      <div className="energy-bars__area">
        <ol
          className="energy-bars__plot"
          aria-label={measure === 'energy' ? t('energy.chart') : t('energy.costChart')}
          onKeyDown={onKeyDown}
          onPointerLeave={() => point(undefined)}
        >
          {bars.map((bar, place) => {
            const href = hrefOf(bar, answer);
            const same = {
              className: 'energy-bars__one',
              'aria-label': describe(bar, place),
              tabIndex: place === focused ? 0 : -1,
              onPointerEnter: () => point(place),
              onBlur: () => point(undefined),
              onFocus: () => {
                point(place);
                setFocused(place);
              },
            };
            return (
              <li key={bar.from}>
                {href === undefined ? (
                  <button type="button" {...same} onClick={() => point(place)}>
                    {content(bar, place)}
                  </button>
                ) : (
                  <a {...same} href={href} onClick={onOpen}>
                    {content(bar, place)}
                  </a>
                )}
              </li>
            );
          })}
        </ol>
        {pointed !== undefined && (
          <Tooltip
            entries={unknown(bars[pointed]!) === undefined ? figures : []}
            notes={[unknown(bars[pointed]!) ?? []].flat()}
            index={pointed}
            title={barTitle(bars[pointed]!, by, timeZone)}
            at={(pointed + 0.5) / bars.length}
          />
        )}
      </div>
      <figcaption className="energy-bars__legend small">
        {figures
          .filter(({ colour }) => colour !== colours.none)
          .map((entry) => (
            <span key={entry.label}>
              <Swatch {...entry} />
              {entry.label}
            </span>
          ))}
      </figcaption>
    </figure>
  );
}

/** A table of all values in the bars; each label links to its period. */
export function EnergyTable({ answer, hasSolar }: TableProps) {
  const { bars, by, timeZone, tariff } = answer;
  const nameOf = (bar: EnergyBar) => {
    const href = hrefOf(bar, answer);
    const name = barName(bar.from, by, timeZone);
    return href === undefined ? name : <a href={href}>{name}</a>;
  };
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
                <th scope="row">{nameOf(bar)}</th>
                <td>{formatEnergy(bar.used)}</td>
                {hasSolar && (
                  <>
                    <td>{formatEnergy(bar.solar)}</td>
                    <td>{formatEnergy(ownUse(bar))}</td>
                  </>
                )}
                <td>{formatEnergy(bar.import)}</td>
                {hasSolar && <td>{formatEnergy(bar.export)}</td>}
                <td>{formatCost(bar.cost, currencyOf(tariff))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
