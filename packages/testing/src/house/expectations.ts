import { AssertionError } from 'node:assert';
import { nearest } from '@plenum/protocol/command';
import {
  type ComponentKind,
  componentKinds,
  type DatagramOf,
  indexOf,
  kinds,
} from '@plenum/protocol/component';
import type { EventsAnswer, HistoryEvent } from '@plenum/protocol/extension';
import { type Duration, toSeconds } from '../duration.ts';
import { testingFailures } from '../failure.ts';
import {
  anObject,
  checkedLater,
  checkOptions,
  checkValue,
  oneOf,
  type Rules,
  wholeNumber,
} from '../given.ts';
import { differencesOf, type Expected, showExpected } from './matching.ts';

/** The deadline of an expectation. */
export interface Deadline {
  /** Time of the house that may pass until then; by default none. */
  readonly within?: Duration;
}

/** The expected members of an event of one of the kinds. */
export type ExpectedEvent = HistoryEvent extends infer Event
  ? Event extends Event
    ? Expected<Event>
    : never
  : never;

/** Waits in the time of the house, which moves as far as needed. */
export interface Expectations {
  /**
   * Waits until a component is as expected, in wire values. Throws an `AssertionError` with the actual values if it is
   * not by the deadline.
   * @example await house.expectState('zone', 1, { Temp: (value) => value >= 2100 }, { within: '40m' });
   */
  expectState<K extends ComponentKind>(
    kind: K,
    index: number,
    expected: Expected<DatagramOf<K>>,
    deadline?: Deadline,
  ): Promise<void>;
  /**
   * Waits until an event as expected happens, at the current time of the house or later, and resolves to it. Throws an
   * `AssertionError` with the other events if there is none by the deadline.
   * @example await house.expectEvent({ what: 'fault', kind: 'zone', index: 3 }, { within: '5m' });
   */
  expectEvent(expected: ExpectedEvent, deadline?: Deadline): Promise<HistoryEvent>;
}

/** The house as expectations see it. */
interface Observed {
  /** Returns its time, in ms UTC. */
  at(): number;
  timeZone(): string;
  component<K extends ComponentKind>(kind: K): readonly DatagramOf<K>[];
  /** Returns the events from an instant on, oldest first. */
  events(from: number): EventsAnswer['events'];
  /** Lets some seconds pass. */
  step(seconds: number): Promise<void>;
}

const deadlineRules: Rules<Deadline> = { within: checkedLater };
const kindRule = oneOf(componentKinds);
const indexRule = wholeNumber(0, Number.MAX_SAFE_INTEGER, 'a whole number');
const expectedRule = anObject('an object with expected fields');
/** The kinds of events. */
const eventKinds = Object.keys({
  command: true,
  change: true,
  fault: true,
  unconfirmed: true,
  exception: true,
} satisfies Record<HistoryEvent['what'], true>);
const whatRule = oneOf(eventKinds);

/** Throws if a kind of component has no field of an expectation: it could never be met. */
const checkFields = (kind: ComponentKind, expected: object): void => {
  const names = Object.keys(kinds[kind].fields.properties);
  const name = Object.keys(expected).find((one) => !names.includes(one));
  if (name === undefined) return;
  const meant = nearest(name, names);
  throw testingFailures.error('unknown-name', { of: kind, what: 'field', name, names, meant });
};

/** Time that passes between two looks at the house, in seconds: durations are whole seconds. */
const lookEvery = 1;
/** Number of other events that a failure lists: the last ones. */
const maxListed = 10;

export function createExpectations(house: Observed): Expectations {
  const timeOf = (at: number) => new Date(at).toLocaleString('sv-SE', { timeZone: house.timeZone() });

  /** Looks until `look` finds something or the time has passed. */
  const wait = async <T>(look: () => T | undefined, seconds: number): Promise<T | undefined> => {
    for (let left = seconds; ; left -= lookEvery) {
      const found = look();
      if (found !== undefined || left <= 0) return found;
      await house.step(Math.min(left, lookEvery));
    }
  };

  const spanOf = (from: number, { within }: Deadline) =>
    within === undefined
      ? `at ${timeOf(from)}`
      : `within ${within} (${timeOf(from)} to ${timeOf(house.at())} in ${house.timeZone()})`;

  const secondsOf = ({ within }: Deadline) => (within === undefined ? 0 : toSeconds(within));

  return {
    expectState: async (kind, index, expected, deadline = {}) => {
      checkValue('expectState', 'kind', kind, kindRule);
      checkValue('expectState', 'index', index, indexRule);
      checkValue('expectState', 'the third argument', expected, expectedRule);
      checkFields(kind, expected);
      checkOptions('expectState', deadline, deadlineRules);
      const from = house.at();
      const find = () => house.component(kind).find((one) => indexOf(kind, one) === index);
      const differences = () => {
        const datagram = find();
        return datagram === undefined ? ['there is none'] : differencesOf(expected, datagram);
      };
      const isAsExpected = () => (differences().length === 0 ? true : undefined);
      if (await wait(isAsExpected, secondsOf(deadline))) return;
      throw new AssertionError({
        message: `${kind} ${index} is not as expected ${spanOf(from, deadline)}: ${differences().join('; ')}.`,
        actual: find(),
        expected,
        operator: 'expectState',
      });
    },
    expectEvent: async (expected, deadline = {}) => {
      checkValue('expectEvent', 'the first argument', expected, expectedRule);
      if (expected.what !== undefined && typeof expected.what !== 'function')
        checkValue('expectEvent', 'what', expected.what, whatRule);
      checkOptions('expectEvent', deadline, deadlineRules);
      const from = house.at();
      const find = () =>
        house.events(from).find((event) => differencesOf<object>(expected, event).length === 0);
      const found = await wait(find, secondsOf(deadline));
      if (found !== undefined) return found;
      const others = house.events(from);
      const listed = others
        .slice(-maxListed)
        .map((event) => `\n  ${timeOf(event.at)} ${JSON.stringify(event)}`);
      const instead =
        others.length === 0
          ? 'There were no events.'
          : `There were ${others.length} others:${listed.join('')}`;
      throw new AssertionError({
        message: `No event ${showExpected(expected)} ${spanOf(from, deadline)}. ${instead}`,
        actual: others,
        expected,
        operator: 'expectEvent',
      });
    },
  };
}
