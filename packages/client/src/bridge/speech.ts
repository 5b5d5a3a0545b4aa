import { type AnyCommand, catalogue } from '@plenum/protocol/command';
import { toWireText, toWord } from '@plenum/protocol/dialect';
import { type Query, subsystems } from '@plenum/protocol/query';
import { toV1Command } from '@plenum/protocol/v1';
import type { Answer } from '../answer/read-answer.ts';
import { BridgeError } from '../error/bridge-error.ts';
import type { Line } from '../line/line.ts';
import { readV1 } from '../read/read-v1.ts';
import { readV2 } from '../read/read-v2.ts';
import type { Reading, Told } from '../read/reading.ts';
import { findWay } from '../way/find-way.ts';
import type { Hints, Way } from '../way/way.ts';

/** Queries and commands in the words one bridge understands, learnt by speaking to it. */
export interface Speech {
  readonly way: () => Promise<Way>;
  /** @throws BridgeError `refused`, `unsupported` and those of the line */
  readonly read: (query: Query, no: number) => Promise<Told>;
  /** @throws BridgeError `refused`, `unsupported` and those of the line */
  readonly deliver: (command: AnyCommand) => Promise<void>;
}

/** A bridge found to speak only the original interface is asked again after this many milliseconds. */
const v1Trusted = 3_600_000;

/** What is unknown to a bridge in one way of speaking. */
const unknown = Symbol('unknown');

/** Begins to speak with a bridge; the first request learns how. */
export const beginSpeech = (line: Line, hints: Hints): Speech => {
  const { clock } = line.options;
  let learnt: { readonly way: Way; readonly at: number } | undefined;

  const learn = async (): Promise<Way> => {
    const way = await findWay(line, hints);
    learnt = { way, at: clock.now() };
    return way;
  };

  const way = async (): Promise<Way> => {
    const stale = learnt?.way.generation === 'v1' && clock.now() - learnt.at > v1Trusted;
    return learnt === undefined || stale ? learn() : learnt.way;
  };

  const unsupported = (what: string) =>
    new BridgeError('unsupported', `${line.where} does not offer ${what}.`);

  /** Speaks in the way learnt; where the bridge does not know it any more, learns once more and speaks again. */
  const speak = async <T>(say: (way: Way) => Promise<T | typeof unknown>, what: string): Promise<T> => {
    const first = await way();
    const answer = await say(first);
    if (answer !== unknown) return answer;
    const second = await learn();
    const changed = second.generation !== first.generation || second.dialect !== first.dialect;
    const answerNow = changed ? await say(second) : unknown;
    if (answerNow === unknown) throw unsupported(what);
    return answerNow;
  };

  const toTold = (reading: Reading, query: Query): Told | typeof unknown => {
    const { noun } = subsystems[query.subsystem];
    switch (reading.kind) {
      case 'told':
        return reading.told;
      case 'refused':
        throw new BridgeError('refused', reading.sentence, { status: reading.status });
      case 'unoffered':
        throw unsupported(`query ${query.type} of the ${noun}`);
      case 'unknown':
        if (query.subsystem === 'ac') return unknown;
        throw unsupported(`a ${noun}`);
    }
  };

  const read = (query: Query, no: number): Promise<Told> =>
    speak(async ({ generation, dialect }) => {
      const isV1 = generation === 'v1' && query.subsystem === 'ac';
      const reading = await (isV1 ? readV1 : readV2)(line, dialect, query, no);
      return toTold(reading, query);
    }, `query ${query.type} of the ${subsystems[query.subsystem].noun}`);

  const send = async (path: string, body: string, isAc: boolean): Promise<undefined | typeof unknown> => {
    const answer = await line.send({ method: 'POST', path, body, again: false });
    return judge(answer, isAc);
  };

  const judge = (answer: Answer, isAc: boolean): undefined | typeof unknown => {
    if (answer.kind === 'error') throw new BridgeError('refused', answer.sentence, { status: answer.status });
    if (answer.kind === 'unreadable')
      throw new BridgeError('malformed', `${line.where} sent an answer that cannot be read.`);
    if (answer.kind !== 'missing') return undefined;
    if (isAc) return unknown;
    throw unsupported('that command');
  };

  const deliver = (command: AnyCommand): Promise<void> =>
    speak(async ({ generation, dialect }) => {
      const { name, body } = command;
      const { subsystem } = catalogue.get(name)!;
      const isAc = subsystem === 'ac';
      if (generation === 'v1' && isAc) {
        const order = toV1Command(command);
        if (order === undefined)
          throw unsupported(`${name}: it speaks only the original interface, which has none`);
        return send(`/${order.name}`, JSON.stringify({ [order.name]: order.value }), isAc);
      }
      const path = toWord(dialect, 'paths', subsystems[subsystem].control);
      return send(path, toWireText(dialect, { [name]: body }), isAc);
    }, `the command ${command.name}`);

  return { way, read, deliver };
};
