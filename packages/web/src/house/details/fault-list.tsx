import { faultCodeOf } from '@plenum/protocol/status';
import { useOne } from '../context/house-context.tsx';

const two = (value: number) => String(value).padStart(2, '0');

/** The latest faults of the unit, newest first. */
export const FaultList = () => {
  const faults = (useOne('faults')?.Faults ?? []).filter(({ Code }) => faultCodeOf(Code) !== undefined);
  if (faults.length === 0) return <p className="quiet">No faults recorded.</p>;
  return (
    <section aria-label="Faults">
      <h3>Last faults</h3>
      <p className="quiet small">
        The codes are those of the manufacturer; the service manual explains them.
      </p>
      <dl className="lines">
        {faults.map(({ Code, D, M, Y, H, Min }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: newest first, the same fault may come twice in a minute
          <div key={place} className="lines__one">
            <dt className="num">{`${two(D)}.${two(M)}.${Y < 100 ? 2000 + Y : Y} ${two(H)}:${two(Min)}`}</dt>
            <dd>{Code}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
