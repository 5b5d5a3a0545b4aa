import { type ExplanationAnswer, explain, toAnswer } from '@plenum/insight/explain';
import type { ComponentRef, Datagrams } from '@plenum/protocol/component';
import { failureOf, unknownForm } from '../answer/failure-of.ts';
import type { Connection } from '../connection/connection.ts';
import { BridgeError } from '../error/bridge-error.ts';
import type { Queue } from '../queue/queue.ts';

const hasSentence = (each: unknown): boolean =>
  typeof (each as { sentence?: unknown } | null)?.sentence === 'string';

/** Whether an answer can be shown: its status, steps and changes are sentences. */
const isExplanation = (answer: unknown): answer is ExplanationAnswer => {
  const { name, status, steps, changes } = (answer ?? {}) as Partial<Record<string, unknown>>;
  if (typeof name !== 'string' || !hasSentence(status)) return false;
  return [steps, changes].every((list) => Array.isArray(list) && list.every(hasSentence));
};

/** The explanation of a Plenum bridge, which adds heat, trend and the next favourite; undefined where it explains nothing. */
const readExplanation = async (
  connection: Connection,
  { kind, index }: ComponentRef,
): Promise<ExplanationAnswer | undefined> => {
  const path = `/explain?component=${kind}.${index}`;
  const answer = await connection.send({ method: 'GET', path, retryIfLost: true });
  const failure = failureOf(connection, answer);
  if (failure?.code === 'refused') throw failure;
  if (answer.kind !== 'json') return undefined;
  if (isExplanation(answer.value)) return answer.value;
  throw unknownForm(connection, 'explanations');
};

export interface ExplainDeps {
  readonly connection: Connection;
  readonly queue: Queue;
  readonly clock: { readonly now: () => number };
  readonly datagrams: () => Promise<Datagrams>;
}

/**
 * Why a component is as it is and what would change it: as a Plenum bridge explains it, and of another one by its
 * datagrams alone.
 */
export const createExplain =
  ({ connection, queue, clock, datagrams }: ExplainDeps) =>
  async (ref: ComponentRef): Promise<ExplanationAnswer> => {
    const { kind, index } = ref;
    const answer = await queue.read(`explain ${kind} ${index}`, () => readExplanation(connection, ref));
    if (answer !== undefined) return answer;
    const found = explain(ref, await datagrams());
    if (found !== undefined) return toAnswer(found, { at: clock.now(), timeZone: 'UTC' });
    throw new BridgeError('unsupported', `${connection.where} shows no ${kind} ${index}.`);
  };
