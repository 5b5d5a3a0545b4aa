import type { Refusal, RefusalFacts } from '../refusal/refusal.ts';
import type { V1Command } from './commands.ts';

/** Commands of the original interface count zones and favourites from 1 (wire facts 8). */
const countFromOne = (text: string): string => text.replace(/\d+/g, (digits) => String(Number(digits) + 1));

const toFacts = ({ name, becomes }: V1Command, facts: RefusalFacts): RefusalFacts => {
  const { name: current, zone, index, installed } = facts;
  return {
    ...facts,
    ...(becomes.includes(current as string) && { name }),
    ...(typeof zone === 'number' && { zone: zone + 1 }),
    ...(typeof index === 'number' && { index: index + 1 }),
    ...(typeof installed === 'string' && { installed: countFromOne(installed) }),
  };
};

/**
 * Rewrites a refusal of the current interface in terms of the received original command: its name, its keys, and zones
 * and favourites counted from 1. A refusal that does not concern a member of the command stays the same.
 */
export function toV1Refusal(command: V1Command, refusal: Refusal): Refusal {
  const { path = [], facts = {}, input } = refusal;
  if (path.length === 0) return refusal;
  const { name, field } = command;
  const keys = field.type === 'object' ? Object.keys(field.properties) : [];
  const key = path.at(-1) === 'Index' ? keys[0] : keys[1];
  return {
    ...refusal,
    path: key === undefined ? [name] : [name, key],
    facts: toFacts(command, facts),
    ...(typeof facts.index === 'number' && input === facts.index && { input: facts.index + 1 }),
  };
}
