import { formatCount } from '../../../reading/number/count.ts';
import { t } from '../../../text/text.ts';
import { formatUtcDay } from '../ui/format.ts';
import { type DayUsage, toCeiling, usageResults } from './usage.ts';

const height = 100;
const steps = [0, 0.5, 1];

const sumOf = (one: DayUsage) => usageResults.reduce((sum, result) => sum + one[result], 0);

const describeDay = (one: DayUsage) =>
  t('console.usageDay', {
    day: formatUtcDay(one.day),
    count: sumOf(one),
    refused: one.refused,
    failed: one.failed,
  });

/** Returns the segments of a bar from bottom to top, in percent of the chart's height. */
const toSegments = (one: DayUsage, ceiling: number) => {
  let foot = height;
  return usageResults.map((result) => {
    const size = (one[result] / ceiling) * height;
    foot -= size;
    return { result, y: foot, size };
  });
};

/** Shows a bar for each day with its successful, refused and failed requests. */
export function UsageChart({ days }: { days: readonly DayUsage[] }) {
  const ceiling = toCeiling(Math.max(...days.map(sumOf)));
  const total = days.reduce((sum, one) => sum + sumOf(one), 0);
  const first = days[0]!;
  const last = days.at(-1)!;
  return (
    <figure className="usage-chart">
      <div className="usage-chart__plot">
        <div className="usage-chart__scale num" aria-hidden="true">
          {steps.map((step) => (
            <span key={step}>{formatCount(ceiling * (1 - step))}</span>
          ))}
        </div>
        <svg
          className="usage-chart__bars"
          viewBox={`0 0 ${days.length * 10} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('console.usageChart', {
            from: formatUtcDay(first.day),
            to: formatUtcDay(last.day),
            total: formatCount(total),
          })}
        >
          {steps.map((step) => (
            <line
              key={step}
              className="usage-chart__line"
              x1="0"
              x2={days.length * 10}
              y1={height * step}
              y2={height * step}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {days.map((one, place) => (
            <g key={one.day} className="usage-chart__day">
              <title>{describeDay(one)}</title>
              <rect x={place * 10} y="0" width="10" height={height} fill="transparent" />
              {toSegments(one, ceiling).map(({ result, y, size }) => (
                <rect
                  key={result}
                  className={`usage-chart__${result}`}
                  x={place * 10 + 1.5}
                  width="7"
                  y={y}
                  height={size}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <div className="usage-chart__ends num" aria-hidden="true">
        <span>{formatUtcDay(first.day)}</span>
        <span>{formatUtcDay(last.day)}</span>
      </div>
    </figure>
  );
}
