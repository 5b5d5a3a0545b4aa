import { formatNumber } from '../../../reading/count.ts';
import type { Ledger } from '../endpoints.ts';

const figures: readonly (readonly [Exclude<keyof Ledger, 'changes'>, string, string])[] = [
  ['delivered', 'Delivered', 'accepted by the endpoint'],
  ['superseded', 'Superseded', 'replaced by a newer change of the same component'],
  ['pending', 'Pending', 'still to be delivered'],
  ['dead', 'Failed', 'after the last attempt'],
];

/** The counts of an endpoint's changes, by result. */
export const DeliveryCounts = ({ ledger }: { ledger: Ledger }) => (
  <dl className="figures">
    {figures.map(([key, name, means]) => (
      <div key={key} className="figures__one" data-is={key === 'dead' && ledger.dead > 0 ? 'bad' : undefined}>
        <dt>{name}</dt>
        <dd className="figures__count num">{formatNumber(ledger[key])}</dd>
        <dd className="quiet small">{means}</dd>
      </div>
    ))}
  </dl>
);
