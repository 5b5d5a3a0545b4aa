import type { CSSProperties } from 'react';

/** A series in the legend of a chart: its style, and its value at an index of the data. */
export interface LegendEntry {
  readonly label: string;
  readonly colour: string;
  readonly look: 'line' | 'dashes' | 'dots' | 'area' | 'hatched';
  readonly format: (index: number) => string;
  /** The present value, if it is newer than the data. */
  readonly present?: string | undefined;
}

/** The symbol of a series in a legend. */
export const Swatch = ({ colour, look }: LegendEntry) => (
  <i className="chart__swatch" data-look={look} style={{ '--swatch': colour } as CSSProperties} />
);

/** Lists the series of a chart, each with its present or last value. */
export const Legend = ({
  entries,
  index,
}: {
  entries: readonly LegendEntry[];
  index: number | undefined;
}) => (
  <ul className="chart__marks num">
    {entries.map((entry) => (
      <li key={entry.label}>
        <Swatch {...entry} />
        {entry.label}
        <strong>{entry.present ?? (index === undefined ? '–' : entry.format(index))}</strong>
      </li>
    ))}
  </ul>
);

interface TipProps {
  readonly entries: readonly LegendEntry[];
  readonly notes: readonly string[];
  readonly index: number;
  readonly title: string;
  /** The horizontal position: 0 is the left of the chart, 1 the right. */
  readonly at: number;
}

/** Shows the values of all series at one time, next to the pointer. Screen readers receive them from the chart. */
export const Tooltip = ({ entries, notes, index, title, at }: TipProps) => (
  <div
    className="chart__tip num"
    data-side={at > 0.5 ? 'left' : 'right'}
    style={{ '--at': at } as CSSProperties}
    aria-hidden="true"
  >
    <p>{title}</p>
    <dl>
      {entries.map((entry) => (
        <div key={entry.label}>
          <dt>
            <Swatch {...entry} />
            {entry.label}
          </dt>
          <dd>{entry.format(index)}</dd>
        </div>
      ))}
    </dl>
    {notes.map((note) => (
      <p key={note} className="chart__note">
        {note}
      </p>
    ))}
  </div>
);
