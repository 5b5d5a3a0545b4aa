import type { CaseRow } from './case-table.ts';

const WIDTH = 720;
const HEAD = 44;
const ROW = 46;
/** The scale of a row: its ends in the picture, and the share of it that the band takes in the middle. */
const SCALE = { left: 200, right: 580, band: 0.6 };

const style = `
    .paper { fill: #fff } text { fill: #16191d } .dim { fill: #545b64; font-size: 13px } .line { stroke: #d0cec6 }
    .band { fill: #cfe0f7 } .dot { fill: #1d5fc4 } .out { fill: #c0341d } .big { font-weight: 620; font-size: 17px }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #171b20 } text { fill: #edf0f3 } .dim { fill: #a8b1bb } .line { stroke: #3a424b }
      .band { fill: #23405f } .dot { fill: #7db8ff } .out { fill: #ff8a73 }
    }`;

/** Returns the horizontal position of a value: the band takes the middle of the scale, and no value leaves it. */
const place = (value: number, low: number, high: number): number => {
  const { left, right, band } = SCALE;
  const share = (1 - band) / 2 + (band * (value - low)) / (high - low);
  return Math.round(10 * (left + (right - left) * Math.min(1, Math.max(0, share)))) / 10;
};

const drawRow = ({ what, value, low, high, isInside }: CaseRow, index: number): string => {
  const y = HEAD + index * ROW + 16;
  const [start, end, at] = [low, high, value].map((each) => place(Number(each), Number(low), Number(high)));
  return [
    `  <text x="16" y="${y + 5}">${what}</text>`,
    `  <path class="line" d="M${SCALE.left} ${y}H${SCALE.right}" />`,
    `  <rect class="band" x="${start}" y="${y - 9}" width="${end! - start!}" height="18" rx="3" />`,
    `  <text class="dim" x="${start}" y="${y + 23}" text-anchor="middle">${low}</text>`,
    `  <text class="dim" x="${end}" y="${y + 23}" text-anchor="middle">${high}</text>`,
    `  <circle class="${isInside ? 'dot' : 'out'}" cx="${at}" cy="${y}" r="6" />`,
    `  <text class="${isInside ? 'value' : 'out'}" x="${WIDTH - 16}" y="${y + 5}" text-anchor="end">${value}${isInside ? '' : ' outside'}</text>`,
  ].join('\n');
};

/**
 * Draws the rows of one case as SVG: the band of each value in the middle of its scale, and the result as a dot.
 */
export function drawCase(rows: readonly CaseRow[]): string {
  const { name } = rows[0]!;
  const height = HEAD + rows.length * ROW;
  const described = rows.map(
    ({ what, value, low, high, isInside }) =>
      `${what}: ${value}, ${isInside ? 'inside' : 'outside'} the band of ${low} to ${high}.`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="Inter Variable, Segoe UI, system-ui, sans-serif" font-size="15">
  <title>Case ${name}</title>
  <desc>${described.join(' ')}</desc>
  <style>${style}
  </style>
  <rect class="paper" width="${WIDTH}" height="${height}" rx="6" />
  <text class="big" x="16" y="28">Case ${name}</text>
${rows.map(drawRow).join('\n')}
</svg>
`;
}
