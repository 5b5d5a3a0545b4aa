import type { CSSProperties } from 'react';

/** A series in the legend of a chart: its style, and its value at a position of the data. */
export interface LegendEntry {
  readonly label: string;
  readonly colour: string;
  readonly look: 'line' | 'dashes' | 'dots' | 'area' | 'hatched';
  readonly format: (index: number) => string;
}

/** The mark of a series in a legend. */
export const Swatch = ({ colour, look }: LegendEntry) => (
  <i className="chart__swatch" data-look={look} style={{ '--swatch': colour } as CSSProperties} />
);

/** The series of a chart, each with its last value. */
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
        <strong>{index === undefined ? '–' : entry.format(index)}</strong>
      </li>
    ))}
  </ul>
);

interface TipProps {
  readonly entries: readonly LegendEntry[];
  readonly notes: readonly string[];
  readonly index: number;
  readonly title: string;
  /** Its position between the left of the chart (0) and the right (1). */
  readonly at: number;
}

/** The values of all series at one instant, next to the pointer. A screen reader gets them from the chart. */
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
