import type { ComponentKind } from '@plenum/protocol/component';
import type { ParsedQuery, Part } from '@plenum/protocol/query';
import type { Device } from '../device/device.ts';
import type { Answer } from './answer.ts';

/** A kind of component in a response, with an index if the response contains only one of them. */
type Shown = readonly [kind: ComponentKind, index: number | undefined];

const shownBy = (part: Part, no: number): readonly Shown[] => {
  if (part.from === 'firmware') return [];
  if (part.from === 'object') return Object.values(part.members).flatMap((member) => shownBy(member, no));
  return [[part.kind, part.from === 'nth' || part.from === 'portion' ? no : undefined]];
};

/**
 * Adds the age of the oldest component in a response, in seconds (RFC 9111, 5.1), if there is a real bridge behind
 * ours.
 */
export function withAgeOf(answer: Answer, device: Device, shown: readonly Shown[]): Answer {
  if (answer.refusal !== undefined || device.health() === undefined) return answer;
  const read = shown.map(([kind, index]) => device.readAt(kind, index) ?? device.at());
  const age = Math.max(0, Math.floor((device.at() - Math.min(device.at(), ...read)) / 1000));
  return { ...answer, headers: { ...answer.headers, Age: String(age) } };
}

/** Adds the age to the response to a query of the current interface. */
export const withAge = (answer: Answer, device: Device, { query, no }: ParsedQuery): Answer =>
  // Every query calls this, so no components are collected if there is no age to add.
  device.health() === undefined
    ? answer
    : withAgeOf(
        answer,
        device,
        Object.values(query.answer).flatMap((part) => shownBy(part, no)),
      );
