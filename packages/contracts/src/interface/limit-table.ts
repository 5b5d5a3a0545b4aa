import { limits } from '@plenum/protocol/cloud';
import { bridgeLimits, type Limit, type Limits, limitGroups } from '@plenum/protocol/limit';
import { maxBridgeLength, maxComponents, maxDatagramLength } from '@plenum/protocol/uplink';
import { toDuration } from '../markdown/duration.ts';
import { type Row, table } from '../markdown/markdown.ts';

/**
 * Returns an amount in the unit of a limit. An amount that grows with a user's bridges is given for the default number
 * of bridges.
 */
const toAmount = ({ unit, isPerBridge }: Limit, value: number): string => {
  const whole = isPerBridge ? value * limits.bridges.most : value;
  if (unit === 'ms') return toDuration(whole);
  return `${whole.toLocaleString('en')}${unit === undefined ? '' : ` ${unit}`}`;
};

const perSecond = (limit: Limit, rate: number): string =>
  rate * (limit.isPerBridge ? limits.bridges.most : 1) < 1
    ? `one every ${toDuration(1_000 / rate)}`
    : `${toAmount(limit, rate)} a second`;

/** Returns the value of a limit as text, depending on its shape. */
const toValue = (limit: Limit): string => {
  if ('rate' in limit) return `${perSecond(limit, limit.rate)}, ${toAmount(limit, limit.burst)} at once`;
  if ('free' in limit) return `${limit.free}, then waits of 1 s to ${toDuration(limit.maxWait)}`;
  if ('most' in limit) return toAmount(limit, limit.most);
  const { maxConcurrent, maxPerKey, maxWaiting, maxWait } = limit;
  return [
    maxPerKey === undefined ? '' : `${toAmount(limit, maxPerKey)} at a time`,
    maxConcurrent === undefined ? '' : `${toAmount(limit, maxConcurrent)} in all`,
    maxWaiting === undefined ? '' : `${toAmount(limit, maxWaiting)} waiting`,
    maxWait === undefined ? '' : `${toDuration(maxWait)} at most`,
  ]
    .filter((part) => part !== '')
    .join(', ');
};

const toRow = (limit: Limit): Row => [limit.of, limit.per, toValue(limit), limit.beyond];

const toTable = (rows: Limits, others: readonly Row[] = []): string =>
  table(['Limit on', 'For each', 'Value', 'Beyond it'], [...others, ...Object.values(rows).map(toRow)]);

const componentsOfBridge: Row = [
  'components',
  'bridge',
  `${maxComponents}, ${maxDatagramLength.toLocaleString('en')} characters each, ${maxBridgeLength.toLocaleString('en')} in all`,
  'the bridge is disconnected',
];

/** Returns the tables of limits for the interface and for the security page. */
export const limitBlocks = (): Readonly<Record<string, string>> => ({
  'account shares': toTable(limitGroups.shares, [componentsOfBridge]),
  'cloud requests': toTable(limitGroups.requests),
  'cloud node': toTable(limitGroups.nodes),
  'cloud guesses': toTable(limitGroups.guesses),
  'bridge limits': toTable(bridgeLimits),
});
