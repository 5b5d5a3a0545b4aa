import type { ComponentKind } from '@plenum/protocol/component';
import type { ParsedQuery, Part } from '@plenum/protocol/query';
import { type Refusal, refuse } from '@plenum/protocol/refusal';
import type { Device } from '../device/device.ts';
import type { Answer } from './answer.ts';

/** A kind of component in an answer; its index where there is one component of it. */
type Shown = readonly [kind: ComponentKind, index: number | undefined];

const shownBy = (part: Part, no: number): readonly Shown[] => {
  if (part.from === 'firmware') return [];
  if (part.from === 'object') return Object.values(part.members).flatMap((member) => shownBy(member, no));
  return [[part.kind, part.from === 'nth' || part.from === 'portion' ? no : undefined]];
};

/** An answer with the age of the oldest component in it, in seconds (RFC 9111, 5.1), where a real bridge is behind. */
export const withAgeOf = (answer: Answer, device: Device, shown: readonly Shown[]): Answer => {
  if (answer.refusal !== undefined || device.health() === undefined) return answer;
  const read = shown.map(([kind, index]) => device.readAt(kind, index) ?? device.at());
  const age = Math.max(0, Math.floor((device.at() - Math.min(device.at(), ...read)) / 1000));
  return { ...answer, headers: { ...answer.headers, Age: String(age) } };
};

/** The same for the answer to a query of the current interface. */
export const withAge = (answer: Answer, device: Device, { query, no }: ParsedQuery): Answer =>
  // Every query passes here: nothing is collected where there is no age.
  device.health() === undefined
    ? answer
    : withAgeOf(
        answer,
        device,
        Object.values(query.answer).flatMap((part) => shownBy(part, no)),
      );

/** Why a query is no longer answered: the real bridge could not be read for too long; undefined if it could. */
export const refuseStale = (device: Device): Refusal | undefined => {
  const health = device.health();
  if (!health?.isTooOld) return undefined;
  const seconds = Math.floor((device.at() - health.readAt) / 1000);
  return refuse('stale', { facts: { seconds } }).refusal;
};
