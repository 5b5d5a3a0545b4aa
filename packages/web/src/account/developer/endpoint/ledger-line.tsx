import { showNumber } from '../../../reading/count.ts';
import type { Ledger } from './endpoints.ts';

const figures: readonly (readonly [Exclude<keyof Ledger, 'changes'>, string, string])[] = [
  ['delivered', 'Delivered', 'taken by the endpoint'],
  ['superseded', 'Overtaken', 'a newer change of the same component went instead'],
  ['pending', 'Waiting', 'still to be delivered'],
  ['dead', 'Given up', 'after the last try'],
];

/** What became of every change the endpoint was to hear of. */
export const LedgerLine = ({ ledger }: { ledger: Ledger }) => (
  <dl className="figures">
    {figures.map(([key, name, means]) => (
      <div key={key} className="figures__one" data-is={key === 'dead' && ledger.dead > 0 ? 'bad' : undefined}>
        <dt>{name}</dt>
        <dd className="figures__count num">{showNumber(ledger[key])}</dd>
        <dd className="quiet small">{means}</dd>
      </div>
    ))}
  </dl>
);
