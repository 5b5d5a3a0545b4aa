import { type Refusal, type Result, toSentence } from '@plenum/protocol/refusal';
import type { Emulated, Held } from '@plenum/simulator';
import type { Input } from './inputs.ts';
import type { TestCase } from './test-case.ts';

/**
 * A test at a time in s: its house, the values of its active inputs, and for each of them the value that the house's own
 * control would use.
 */
export interface Run {
  readonly time: number;
  readonly house: Emulated;
  readonly active: ReadonlyMap<Input, number>;
  readonly own: ReadonlyMap<Input, number>;
  /** The inputs that the house refused, with the reasons. */
  readonly refused: readonly { readonly input: Input; readonly refusal: Refusal }[];
}

/** Seconds between two samples. */
const SAMPLE = 30;

/** Starts a test with a house under its own control. */
export const startRun = (time: number, house: Emulated): Run => ({
  time,
  house,
  active: new Map(),
  own: new Map(),
  refused: [],
});

const send = (testCase: TestCase, run: Run, input: Input, value: number): Result<Emulated> =>
  'command' in input.act
    ? testCase.emulator.apply(run.house, input.act.command(value), testCase.toInstant(run.time))
    : { ok: true, value: run.house };

const apply = (testCase: TestCase, run: Run, input: Input, value: number): Run => {
  const sent = send(testCase, run, input, value);
  return sent.ok
    ? { ...run, house: sent.value }
    : { ...run, refused: [...run.refused, { input, refusal: sent.refusal }] };
};

/** Returns what a set of active inputs holds in a house of some zones; undefined if they hold nothing. */
const heldBy = (active: Run['active'], zones: number): Held | undefined => {
  let held: Held = { dampers: Array.from({ length: zones }, () => null), load: null };
  let holds = false;
  for (const [input, value] of active)
    if ('hold' in input.act) {
      held = input.act.hold(value, held);
      holds = true;
    }
  return holds ? held : undefined;
};

/** Returns a test with other active inputs. An input that is no longer active returns to the value of its own control. */
export function activate(testCase: TestCase, run: Run, active: Run['active']): Run {
  let next: Run = { ...run, active, refused: [] };
  const own = new Map(run.own);
  for (const [input, value] of run.own)
    if (!active.has(input)) {
      next = apply(testCase, next, input, value);
      own.delete(input);
    }
  for (const [input, value] of active) {
    if (!('command' in input.act)) continue;
    const current = input.read(next.house.state);
    if (!own.has(input)) own.set(input, current);
    if (current !== value) next = apply(testCase, next, input, value);
  }
  const held = heldBy(active, run.house.state.datagrams.zone.length);
  const isHolding = run.house.state.plant.knobs.held !== undefined;
  const house = held === undefined && !isHolding ? next.house : testCase.emulator.hold(next.house, held);
  return { ...next, house, own };
}

/**
 * Sends active commands again that something in the house, such as a favourite, has replaced, and remembers what replaced
 * them.
 */
const keep = (testCase: TestCase, run: Run): Run => {
  let next = run;
  let own: Map<Input, number> | undefined;
  for (const [input, value] of run.active) {
    if (!('command' in input.act)) continue;
    const current = input.read(next.house.state);
    if (current === value || run.refused.some(({ input: refused }) => refused === input)) continue;
    own ??= new Map(run.own);
    own.set(input, current);
    next = apply(testCase, next, input, value);
  }
  return own === undefined ? next : { ...next, own };
};

/** Advances a test until a time in s. Yields it at each sample, every 30 s and at the end, and returns the last. */
export function* advanceRun(testCase: TestCase, run: Run, until: number): Generator<Run, Run> {
  let current = run;
  while (current.time < until) {
    const time = Math.min(current.time + SAMPLE, until);
    const house = testCase.emulator.advance(current.house, testCase.toInstant(time));
    current = keep(testCase, { ...current, time, house });
    yield current;
  }
  return current;
}

/** Returns the reasons why the house refused inputs, as one text. */
export const toRefusedText = ({ refused }: Run): string =>
  refused.map(({ input, refusal }) => `${input.name}: ${toSentence(refusal)}`).join(' ');
