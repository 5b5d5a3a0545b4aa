import type { AnyCommand } from '@plenum/protocol/command';
import { toControlFailure } from './failures.ts';
import type { Controls, Failure } from './shape.ts';

/** What a control is answered. */
export type ControlOutcome = { readonly ok: true } | Failure;

/** What came of doing a control; one that `isUndone` certainly did nothing, so that it may be tried again. */
export interface Attempt {
  readonly outcome: ControlOutcome;
  readonly isUndone: boolean;
}

export interface Order {
  readonly systemId: string;
  readonly command: AnyCommand;
  readonly now: number;
  /** How long the bridge has to answer, ms. */
  readonly within: number;
}

/** Gives a checked command to a bridge, once. */
export const attemptCommand = async (
  controls: Controls,
  { systemId, command: { name, body }, now, within }: Order,
): Promise<Attempt> => {
  const answer = await controls.control(systemId, { [name]: body }, now + within);
  if (answer.answer === 'done') return { outcome: { ok: true }, isUndone: false };
  const isUndone = answer.answer === 'absent' || answer.answer === 'unreachable';
  return { outcome: toControlFailure(answer, within / 1_000), isUndone };
};
