import { queriesOf } from '@plenum/protocol/query';
import { v1Reads } from '@plenum/protocol/v1';
import type { Answer } from '../answer/read-answer.ts';
import { BridgeError } from '../error/bridge-error.ts';
import type { Line } from '../line/line.ts';
import { askV1, askV2 } from './ask.ts';
import { type Hints, type Way, waysToTry } from './way.ts';

const settings = queriesOf('ac').find(({ type }) => type === 1)!;
const systemSettings = v1Reads.find(({ kind }) => kind === 'unit')!;

const probe = (line: Line, { generation, dialect }: Way): Promise<Answer> =>
  generation === 'v2' ? askV2(line, dialect, settings, 0) : askV1(line, dialect, systemSettings.path);

/** A request a device does not know it may leave unanswered; an address without a listener answers none. */
const isSilence = (error: unknown): error is BridgeError =>
  error instanceof BridgeError && ['timeout', 'hung-up', 'malformed'].includes(error.code);

/**
 * What one answer says of a way. A refusal with status 409 comes from a bridge that knows the path but has no
 * ducted unit; one with another status may come from a path it does not know.
 */
const judge = (answer: Answer): 'right' | 'maybe' | 'wrong' => {
  if (answer.kind === 'json') return 'right';
  if (answer.kind !== 'error') return 'wrong';
  if (answer.status === 401 || answer.status === 403)
    throw new BridgeError('refused', answer.sentence, { status: answer.status });
  return answer.status === 409 ? 'right' : 'maybe';
};

/**
 * Finds how a bridge is spoken to by asking for the unit in each way until one is understood (wire facts 1, 7, 8;
 * interface 9).
 * @throws BridgeError `unsupported` where none is
 */
export const findWay = async (line: Line, hints: Hints): Promise<Way> => {
  let maybe: Way | undefined;
  let silence: BridgeError | undefined;
  for (const way of waysToTry(hints)) {
    try {
      const verdict = judge(await probe(line, way));
      if (verdict === 'right') return way;
      if (verdict === 'maybe') maybe ??= way;
    } catch (error) {
      if (!isSilence(error)) throw error;
      silence ??= error;
    }
  }
  if (maybe !== undefined) return maybe;
  throw silence ?? new BridgeError('unsupported', `${line.where} answers, but not as a climate bridge.`);
};
