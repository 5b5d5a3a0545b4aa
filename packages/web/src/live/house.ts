import {
  type AnyCommand,
  type CommandName,
  catalogue,
  checkCommand,
  effectOf,
} from '@plenum/protocol/command';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { subsystems } from '@plenum/protocol/query';
import { type Degrees, toSentence } from '@plenum/protocol/refusal';
import { isIndex, partIn, partsOf } from '../reading/body.ts';
import { isSaid } from './ask.ts';
import { putComponents, readEvent, toDatagrams } from './components.ts';
import { applyExpected, confirm, type Expected, settle } from './expected.ts';
import type { Source } from './source.ts';
import { createStore, type Store } from './store.ts';
import { type Connection, openStream } from './stream.ts';

/** The house as the page knows it. */
export interface HouseState {
  readonly connection: Connection;
  /** Whether a snapshot has come; until then nothing is known. */
  readonly isKnown: boolean;
  /** The components, with what commands under way will make of them. */
  readonly datagrams: Datagrams;
  /** The last instant heard of the house (ms UTC), and when it was heard by this machine. */
  readonly at: number;
  readonly heardAt: number;
  /** What a cloud says of the bridge; undefined at the bridge itself. */
  readonly bridge: BridgeAbout | undefined;
}

/** A bridge as a cloud tells of it (event `house`); times in ms UTC. */
export interface BridgeAbout {
  readonly name: string;
  /** Missing where the cloud cannot tell at the moment. */
  readonly isPresent?: boolean;
  /** Missing where it never was connected. */
  readonly lastSeen?: number;
  /** IANA name of the time zone its clocks show; missing where the bridge told none. */
  readonly timeZone?: string;
}

/** Told of what went wrong with a command: one sentence. */
export type Refused = (sentence: string) => void;

export interface House extends Disposable {
  readonly state: Store<HouseState>;
  /** Gives a command; resolves to whether it was done. It shows at once and is taken back where it is refused. */
  command(name: CommandName, body: unknown): Promise<boolean>;
  nudge(): void;
}

/** Milliseconds the picture of a done command is kept for the change that confirms it. */
const patience = 3_000;

/** The key of a command in the row of those under way: its name, and whatever its body counts. */
const keyOf = ({ name, body }: AnyCommand): string => {
  const { body: field } = catalogue.get(name)!;
  const counted = partsOf(field).filter(([, part]) => isIndex(part));
  return [name, ...counted.map(([key]) => partIn(field, key, body))].join(' ');
};

/**
 * When an instant of the house was heard. A cloud begins with how the house was when it last said anything, which may be
 * long ago: its clock has gone on since, as ours has.
 */
const heardAtOf = ({ event, at, door }: { event: string; at: number; door: Source['door'] }): number =>
  event === 'snapshot' && door === 'cloud' ? Math.min(at, Date.now()) : Date.now();

export const openHouse = (
  { ask, events, door }: Source,
  degrees: () => Degrees,
  onRefused: Refused,
): House => {
  let real: Datagrams = nothingInstalled;
  let expected: readonly Expected[] = [];
  let ids = 0;
  const state = createStore<HouseState>({
    connection: 'connecting',
    isKnown: false,
    datagrams: nothingInstalled,
    at: 0,
    heardAt: 0,
    bridge: undefined,
  });
  const show = (more: Partial<HouseState> = {}) =>
    state.set({ ...state.get(), ...more, datagrams: applyExpected(real, expected) });

  const stream = openStream({
    path: events,
    fetch: ask.fetch,
    headers: ask.headers,
    onState: (connection) => connection !== state.get().connection && show({ connection }),
    onMessage: ({ event, data }) => {
      if (event === 'house') return show({ bridge: JSON.parse(data) as BridgeAbout });
      const { at, components } = readEvent(data);
      real = event === 'snapshot' ? toDatagrams(components) : putComponents(real, components);
      for (const component of components) expected = settle(expected, component);
      show({ isKnown: true, at, heardAt: heardAtOf({ event, at, door }) });
    },
  });

  const drop = (id: number) => {
    expected = expected.filter((one) => one.id !== id);
    show();
  };

  const expect = (command: AnyCommand): number => {
    const id = ++ids;
    const effect = effectOf(command);
    if (effect === undefined) return id;
    const key = keyOf(command);
    expected = [
      ...expected.filter((one) => one.key !== key),
      { id, key, effect, isDone: false, isSeen: false },
    ];
    show();
    return id;
  };

  const refuse = (sentence: string): false => {
    onRefused(sentence);
    return false;
  };

  return {
    state,
    nudge: stream.nudge,
    command: async (name, body) => {
      const checked = checkCommand({ [name]: body });
      if (!checked.ok) return refuse(toSentence(checked.refusal, degrees()));
      const id = expect(checked.value);
      const path = subsystems[catalogue.get(name)!.subsystem].control;
      const said = await ask.post(path, { [name]: checked.value.body });
      if (isSaid(said)) {
        drop(id);
        return refuse(said.sentence);
      }
      expected = confirm(expected, id);
      show();
      setTimeout(() => drop(id), patience);
      return true;
    },
    [Symbol.dispose]: stream.stop,
  };
};
