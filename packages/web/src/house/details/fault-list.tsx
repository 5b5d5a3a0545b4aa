import { faultCodeOf } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { dateFormat } from '../../reading/number/intl.ts';
import { t } from '../../text/text.ts';
import { useOne } from '../house-context.tsx';
import '../../design/value-list.css';

type Fault = DatagramOf<'faults'>['Faults'][number];

/** Formats the time of a fault by the clock of the wall controller. */
const formatFault = ({ D, M, Y, H, Min }: Fault) =>
  dateFormat({ timeZone: 'UTC', dateStyle: 'short', timeStyle: 'short' }).format(
    Date.UTC(Y < 100 ? 2000 + Y : Y, M - 1, D, H, Min),
  );

export function FaultList() {
  const faults = (useOne('faults')?.Faults ?? []).filter(({ Code }) => faultCodeOf(Code) !== undefined);
  if (faults.length === 0) return <p className="quiet">{t('house.noFaults')}</p>;
  return (
    <section aria-label={t('house.faults')}>
      <h3>{t('house.lastFaults')}</h3>
      <p className="quiet small">{t('house.faultCodes')}</p>
      <dl className="lines">
        {faults.map((fault, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: newest first, the same fault may come twice in a minute
          <div key={place} className="lines__one">
            <dt className="num">{formatFault(fault)}</dt>
            <dd>{fault.Code}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
