import { formatCount } from '../../../reading/number/count.ts';
import { type PlainKey, t } from '../../../text/text.ts';
import type { Ledger } from '../endpoints.ts';

const figures: readonly (readonly [Exclude<keyof Ledger, 'changes'>, PlainKey, PlainKey])[] = [
  ['delivered', 'console.countDelivered', 'console.countDeliveredHelp'],
  ['superseded', 'console.countSuperseded', 'console.countSupersededHelp'],
  ['pending', 'console.countPending', 'console.countPendingHelp'],
  ['dead', 'console.countFailed', 'console.countFailedHelp'],
];

/** Shows the number of an endpoint's changes by result. */
export const DeliveryCounts = ({ ledger }: { ledger: Ledger }) => (
  <dl className="figures">
    {figures.map(([key, name, means]) => (
      <div key={key} className="figures__one" data-is={key === 'dead' && ledger.dead > 0 ? 'bad' : undefined}>
        <dt>{t(name)}</dt>
        <dd className="figures__count num">{formatCount(ledger[key])}</dd>
        <dd className="quiet small">{t(means)}</dd>
      </div>
    ))}
  </dl>
);
