import type { CSSProperties } from 'react';

/** Something drawn in a chart: how it looks, and what it says at a place of the data. */
export interface Mark {
  readonly label: string;
  readonly colour: string;
  readonly look: 'line' | 'dashes' | 'dots' | 'area';
  readonly say: (place: number) => string;
}

const Swatch = ({ colour, look }: Mark) => (
  <i className="chart__swatch" data-look={look} style={{ '--swatch': colour } as CSSProperties} />
);

/** What each mark of a chart stands for, with its last value. */
export const Marks = ({ marks, place }: { marks: readonly Mark[]; place: number | undefined }) => (
  <ul className="chart__marks num">
    {marks.map((mark) => (
      <li key={mark.label}>
        <Swatch {...mark} />
        {mark.label}
        <strong>{place === undefined ? '–' : mark.say(place)}</strong>
      </li>
    ))}
  </ul>
);

interface TipProps {
  readonly marks: readonly Mark[];
  readonly place: number;
  readonly title: string;
  /** Pixels from the left of the chart, and its width. */
  readonly x: number;
  readonly width: number;
}

/** What all marks say at one instant, beside it; a screen reader has it from the chart. */
export const Tip = ({ marks, place, title, x, width }: TipProps) => (
  <div
    className="chart__tip num"
    data-side={x > width / 2 ? 'left' : 'right'}
    style={{ left: x }}
    aria-hidden="true"
  >
    <p>{title}</p>
    <dl>
      {marks.map((mark) => (
        <div key={mark.label}>
          <dt>
            <Swatch {...mark} />
            {mark.label}
          </dt>
          <dd>{mark.say(place)}</dd>
        </div>
      ))}
    </dl>
  </div>
);
