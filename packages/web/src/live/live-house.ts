import { type AnyCommand, type CommandName, catalogue, checkCommand } from '@plenum/protocol/command';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import type { Access } from '@plenum/protocol/console';
import { subsystems } from '@plenum/protocol/definition';
import type { DeviceAnswer, EventsAnswer, HealthAnswer } from '@plenum/protocol/extension';
import type { Degrees } from '@plenum/protocol/refusal';
import { refusedKey } from '../reading/house/offer.ts';
import { createStore, type Store } from '../state/store.ts';
import { describeRefusal } from '../text/refusal-text.ts';
import { mergeComponents, parseEvent, toDatagrams } from './components.ts';
import { type ConnectionState, openEventStream } from './event-stream.ts';
import {
  addPending,
  applyPending,
  markAcknowledged,
  markObserved,
  type PendingCommand,
} from './pending-commands.ts';
import { isRequestError } from './server-client.ts';
import type { Source } from './source.ts';

export interface HouseState {
  readonly connection: ConnectionState;
  /** True once a snapshot has been received. */
  readonly isLoaded: boolean;
  /** The components, with the effects of pending commands applied. */
  readonly datagrams: Datagrams;
  /** The latest time of the house (ms UTC), and the time at which this device received it. */
  readonly at: number;
  readonly receivedAt: number;
  /** The bridge's status in a cloud; `undefined` on the bridge's own page. */
  readonly bridge: BridgeStatus | undefined;
  /**
   * State of the connection between the bridge and the real bridge behind it; `undefined` for a simulated house. At a
   * cloud it is requested when the bridge connects, and then every minute.
   */
  readonly device: DeviceAnswer | undefined;
  /** True if the server has a simulation that can be read and changed. */
  readonly hasSimulation: boolean;
  /**
   * The values that the unit has refused because it does not support them. The unit does not report the values that it
   * supports.
   */
  readonly refused: ReadonlySet<string>;
  /**
   * Time at which this device received the state (ms UTC), if it is a stored state; `undefined` for a state from the
   * server.
   */
  readonly keptAt: number | undefined;
  /** The favourite of the ducted system that this page started last. */
  readonly startedFavourite: number | undefined;
}

/** The status of a bridge in a cloud (event `house`); times are in ms UTC. */
interface BridgeStatus {
  readonly name: string;
  /** The account's access to the house. */
  readonly access: Access;
  /** Missing if the cloud cannot determine it at the moment. */
  readonly isPresent?: boolean;
  /** Missing if the bridge was never connected. */
  readonly lastSeen?: number;
  /** IANA name of the house's time zone; missing if the bridge sent none. */
  readonly timeZone?: string;
}

/** A state of the house that was stored on this device. */
export interface KeptState
  extends Pick<HouseState, 'at' | 'datagrams' | 'bridge'>,
    Partial<Pick<HouseState, 'hasSimulation'>> {
  /** Time at which this device received the state (ms UTC). */
  readonly keptAt: number;
}

/** Called with the error of a command as one sentence. */
type ErrorHandler = (sentence: string) => void;

interface CommandOptions {
  /** The `Prefer` header of the request. */
  readonly prefer?: string;
  /** Called with the error instead of the handler of the house, which shows a toast. */
  readonly onError?: ErrorHandler;
}

export interface LiveHouse extends Disposable {
  readonly state: Store<HouseState>;
  /**
   * Sends a command, and resolves to `true` if it was carried out. Its effect is shown immediately, and undone if the
   * command is refused.
   */
  command(name: CommandName, body: unknown, options?: CommandOptions): Promise<boolean>;
  checkConnection(): void;
  /** Shows a state that was stored on this device until the server sends one. */
  showKept(kept: KeptState): void;
}

/**
 * Interval between two renderings of changes in quick succession, in ms. The first change is shown immediately. A
 * person cannot read faster, and a clock at 600 times its speed changes every room many times a second.
 */
const changeInterval = 250;

/** Maximum time for which the effect of an acknowledged command is shown without confirmation, in ms. */
const confirmationTimeout = 3_000;

/**
 * Maximum age of a snapshot from a cloud, in ms, before the bridge is asked for the current time: in a house that runs
 * in real time, something changes every few minutes. A simulated house's clock may show any other time.
 */
const maxSnapshotAge = 300_000;

/** Interval between two requests for the state of the real bridge at a cloud, in ms. */
export const deviceInterval = 60_000;

/**
 * Requests the current time of a house from its bridge, for a cloud that has only a snapshot; `undefined` if the bridge
 * does not respond.
 */
const requestInstant = async (client: Source['client'], at: number): Promise<number | undefined> => {
  try {
    const { to } = (await client.get(`/history/events?from=${at}`)) as EventsAnswer;
    // The end of the range is exclusive.
    return Number.isSafeInteger(to) ? to - 1 : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Requests the state of the connection between a bridge and the real bridge behind it, which a cloud does not have;
 * `undefined` if there is no real bridge or the bridge does not respond.
 */
const requestDevice = async (client: Source['client']): Promise<DeviceAnswer | undefined> => {
  try {
    return ((await client.get('/healthz')) as HealthAnswer | undefined)?.device;
  } catch {
    return undefined;
  }
};

/** Creates a throttle that shows a change immediately (`now`), or combined with others that follow soon (`soon`). */
const createThrottle = (show: () => void): { now(): void; soon(): void; stop(): void } => {
  let shownAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    shownAt = performance.now();
    show();
  };
  return {
    now,
    soon: () => {
      if (timer !== undefined) return;
      const wait = shownAt + changeInterval - performance.now();
      if (wait <= 0) now();
      else timer = setTimeout(now, wait);
    },
    stop: () => clearTimeout(timer),
  };
};

export function openLiveHouse(
  { client, events, transport }: Source,
  degrees: () => Degrees,
  onError: ErrorHandler,
): LiveHouse {
  let confirmed: Datagrams = nothingInstalled;
  let pending: readonly PendingCommand[] = [];
  let ids = 0;
  let received: Pick<HouseState, 'isLoaded' | 'keptAt' | 'at' | 'receivedAt'> = {
    isLoaded: false,
    keptAt: undefined,
    at: 0,
    receivedAt: 0,
  };
  const state = createStore<HouseState>({
    connection: 'connecting',
    ...received,
    datagrams: nothingInstalled,
    bridge: undefined,
    device: undefined,
    hasSimulation: false,
    refused: new Set(),
    startedFavourite: undefined,
  });
  const show = (more: Partial<HouseState> = {}) =>
    state.set({ ...state.get(), ...received, ...more, datagrams: applyPending(confirmed, pending) });

  const throttle = createThrottle(show);

  /** Corrects the house's clock, unless a message has arrived since the request. */
  const correctClock = async () => {
    const before = received;
    if (before.receivedAt > Date.now() - maxSnapshotAge) return;
    const at = await requestInstant(client, before.at);
    if (at === undefined || received !== before) return;
    received = { ...before, at, receivedAt: Date.now() };
    show();
  };

  let reading: ReturnType<typeof setInterval> | undefined;
  const readDevice = async () => {
    const device = await requestDevice(client);
    if (reading !== undefined) show({ device });
  };
  /** Reads the state of the real bridge behind a bridge that is connected to a cloud. */
  const followDevice = ({ isPresent = false }: BridgeStatus) => {
    if (isPresent === (reading !== undefined)) return;
    clearInterval(reading);
    reading = isPresent ? setInterval(readDevice, deviceInterval) : undefined;
    if (isPresent) void readDevice();
    else show({ device: undefined });
  };

  const stream = openEventStream({
    path: events,
    fetch: client.fetch,
    headers: client.headers,
    onState: (connection) => connection !== state.get().connection && show({ connection }),
    onMessage: ({ event, data }) => {
      if (event === 'house') {
        const bridge = JSON.parse(data) as BridgeStatus;
        show({ bridge });
        return followDevice(bridge);
      }
      if (event === 'device') return show({ device: JSON.parse(data) as DeviceAnswer });
      if (event !== 'snapshot' && event !== 'change') return;
      const { at, components, device, simulation = false } = parseEvent(data);
      const isSnapshot = event === 'snapshot';
      // A snapshot from a cloud may be old, and the house's clock has advanced since then.
      const mayBeOld = isSnapshot && transport === 'cloud';
      confirmed = isSnapshot ? toDatagrams(components) : mergeComponents(confirmed, components);
      for (const component of components) pending = markObserved(pending, component);
      received = {
        isLoaded: true,
        keptAt: undefined,
        at,
        receivedAt: mayBeOld ? Math.min(at, Date.now()) : Date.now(),
      };
      if (!isSnapshot) return throttle.soon();
      show({ ...(transport === 'local' && { device }), hasSimulation: simulation });
      throttle.now();
      if (mayBeOld) void correctClock();
    },
  });

  const drop = (id: number) => {
    pending = pending.filter((one) => one.id !== id);
    show();
  };

  const showPending = (command: AnyCommand): number => {
    const id = ++ids;
    const before = pending;
    pending = addPending(before, id, command);
    if (pending !== before) show();
    return id;
  };

  return {
    state,
    checkConnection: stream.checkConnection,
    showKept: ({ keptAt, at, datagrams, bridge, hasSimulation = false }) => {
      if (state.get().isLoaded) return;
      // The stored state may come from a version of the page with other kinds of components.
      confirmed = { ...nothingInstalled, ...datagrams };
      received = { isLoaded: true, keptAt, at, receivedAt: keptAt };
      show({ bridge, hasSimulation });
    },
    command: async (name, body, { prefer, onError: report = onError } = {}) => {
      const checked = checkCommand({ [name]: body });
      if (!checked.ok) {
        report(describeRefusal(checked.refusal, degrees()));
        return false;
      }
      const id = showPending(checked.value);
      const path = subsystems[catalogue.get(name)!.subsystem].control;
      const error = await client.post(path, { [name]: checked.value.body }, prefer);
      if (isRequestError(error)) {
        drop(id);
        if (error.code === 'not-available' && typeof body === 'number')
          show({ refused: new Set([...state.get().refused, refusedKey(name, body)]) });
        report(error.sentence);
        return false;
      }
      pending = markAcknowledged(pending, id);
      show(name === 'FavouriteSet' ? { startedFavourite: (body as number) - 1 } : {});
      setTimeout(() => drop(id), confirmationTimeout);
      return true;
    },
    [Symbol.dispose]: () => {
      clearInterval(reading);
      reading = undefined;
      throttle.stop();
      stream.stop();
    },
  };
}
