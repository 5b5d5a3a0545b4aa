import { type AnyCommand, type CommandName, catalogue } from '@plenum/protocol/command';
import type { ComponentKind, DatagramOf } from '@plenum/protocol/component';
import { houseWrites, includesAccess } from '@plenum/protocol/console';
import type { TimeZoneAnswer } from '@plenum/protocol/extension';
import type { SimulationStatus } from '@plenum/protocol/simulation';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import type { LoadedDevice } from '../install/device.ts';
import type { HouseState, LiveHouse } from '../live/live-house.ts';
import type { ServerClient } from '../live/server-client.ts';
import type { Source } from '../live/source.ts';
import { toHouseTitle } from '../reading/house/house-title.ts';
import { toKnownZone } from '../reading/time/clock.ts';
import type { Preferences } from '../state/preferences.ts';
import type { Store } from '../state/store.ts';
import type { Toasts } from '../state/toasts.ts';
import { type RunningTime, useRunningTime } from '../state/use-running-time.ts';
import { useStore } from '../state/use-store.ts';
import { t } from '../text/text.ts';

interface HouseContext {
  readonly house: LiveHouse;
  readonly client: ServerClient;
  readonly source: Source;
  readonly toasts: Toasts;
  readonly preferences: Store<Preferences>;
  readonly device: LoadedDevice;
  /** The installer key of the bridge, stored until the page is left; `null` if none was entered. */
  readonly installerKey: Store<string | null>;
}

/** Loads the offers after a change; without them a change is still made. */
const loadOffers = () => import('../reading/house/setpoint-offer.ts').catch(() => undefined);

export const simulationKey = ['simulation'];

const Context = createContext<HouseContext | undefined>(undefined);
export const HouseProvider = Context.Provider;

export const useHouseContext = (): HouseContext => useContext(Context)!;

const useHouseState = <Part,>(pick: (state: HouseState) => Part): Part =>
  useStore(useHouseContext().house.state, pick);

export const useConnection = () => useHouseState(({ connection }) => connection);
/** Returns the bridge's status in a cloud; `undefined` on the bridge's own page. */
export const useBridge = () => useHouseState(({ bridge }) => bridge);
/**
 * Returns the values that the unit has refused; the unit does not report the values that it supports (see
 * `reading/offer.ts`).
 */
export const useRefused = () => useHouseState(({ refused }) => refused);
/** Returns the favourite that this page started last. */
export const useStartedFavourite = () => useHouseState(({ startedFavourite }) => startedFavourite);
export const useIsLoaded = () => useHouseState(({ isLoaded }) => isLoaded);

/**
 * Returns the time at which this device received the stored state; `undefined` while the page shows a state from the
 * server.
 */
export const useKeptAt = () => useHouseState(({ keptAt }) => keptAt);

export const useDatagrams = () => useHouseState(({ datagrams }) => datagrams);

/** Returns all components of a kind, ordered by index. */
export const useAll = <K extends ComponentKind>(kind: K): readonly DatagramOf<K>[] =>
  useHouseState(({ datagrams }) => datagrams[kind] as readonly DatagramOf<K>[]);

/** Returns the only component of a kind; `undefined` if it is not installed. */
export const useOne = <K extends ComponentKind>(kind: K): DatagramOf<K> | undefined =>
  useHouseState(({ datagrams }) => datagrams[kind][0] as DatagramOf<K> | undefined);

/** True if the reader is a guest who may only view the house. */
export const useMayOnlyView = (): boolean =>
  useHouseState(({ bridge }) => bridge?.access !== undefined && !includesAccess(bridge.access, 'control'));

/**
 * True if the house can be controlled from this page: the reader may control it, and the page does not show a stored
 * state.
 */
export function useMayControl(): boolean {
  const isKept = useKeptAt() !== undefined;
  return !useMayOnlyView() && !isKept;
}

/** True if the reader may move a garage door: through a cloud, only the owner may. */
export function useMayMoveDoors(): boolean {
  const access = useHouseState(({ bridge }) => bridge?.access);
  return access === undefined || access === 'owner';
}

/** True if the reader may change the data that the bridge stores at a path. */
export function useMayWrite(path: string): boolean {
  const mayControl = useMayControl();
  const access = useHouseState(({ bridge }) => bridge?.access);
  const needed = houseWrites.get(path);
  return mayControl && (access === undefined || (needed !== undefined && includesAccess(access, needed)));
}

/**
 * Returns a function that returns true if a command is offered next to its component: the reader may control the house,
 * and the transport of the page supports the command (interface 4.4, "Availability"). An installer's commands are only
 * on the setup page.
 */
export function useIsAvailable(): (name: string) => boolean {
  const { transport } = useHouseContext().source;
  const mayControl = useMayControl();
  return (name) => {
    const command = catalogue.get(name);
    return mayControl && command?.authority === 'owner' && command.over.includes(transport);
  };
}

/**
 * Returns a function that sends a command to the house. After a change to a setpoint that has no effect yet, such as in
 * a closed room, it offers to let it take effect.
 */
export function useSendCommand(): (name: CommandName, body: unknown) => Promise<boolean> {
  const { house, toasts } = useHouseContext();
  return useCallback(
    async (name, body) => {
      const loading = loadOffers();
      if (!(await house.command(name, body))) return false;
      const offer = (await loading)?.offerAfterSetpoint(
        { name, body } as AnyCommand,
        house.state.get().datagrams,
      );
      const run = async (commands: readonly AnyCommand[]) => {
        for (const one of commands) if (!(await house.command(one.name, one.body))) return;
      };
      if (offer !== undefined)
        toasts.showUndo(offer.sentence, { label: offer.label, run: () => void run(offer.commands) });
      return true;
    },
    [house, toasts],
  );
}

export function usePreference<Key extends keyof Preferences>(
  key: Key,
): [Preferences[Key], (to: Preferences[Key]) => void] {
  const { preferences } = useHouseContext();
  const value = useStore(preferences, (all) => all[key]);
  return [value, (to) => preferences.set({ ...preferences.get(), [key]: to })];
}

export const useScale = () => usePreference('scale')[0];

/** True if the server has a simulation; `undefined` until that is known. */
export const useHasSimulation = (): boolean | undefined =>
  useHouseState(({ isLoaded, hasSimulation }) => (isLoaded ? hasSimulation : undefined));

/** The query of the simulation status, enabled only if there is a simulation. */
export function useSimulationQuery(): UseQueryResult<SimulationStatus> {
  const { client } = useHouseContext();
  return useQuery({
    queryKey: simulationKey,
    queryFn: async () => (await client.get('/simulation')) as SimulationStatus,
    enabled: useHasSimulation() === true,
    refetchInterval: 2_000,
  });
}

/**
 * Returns the state of the connection to the real bridge behind this one; `undefined` if the house is simulated, or
 * seen through a cloud.
 */
export const useDeviceHealth = () => useHouseState(({ device }) => device);

/** Returns the simulation status; `undefined` while loading, `null` if there is none. */
export function useSimulation(): SimulationStatus | null | undefined {
  const { data } = useSimulationQuery();
  return useHasSimulation() === false ? null : data;
}

/** Returns the name of the house: that of its bridge in a cloud, of its unit, of its power monitor or of its simulation. */
export function useHouseName(): string {
  const bridge = useBridge();
  const unit = useOne('unit');
  const power = useOne('power');
  const simulated = useSimulation()?.name;
  const tag = unit?.Tag1 || power?.Tag1;
  return bridge === undefined ? tag || simulated || t('house.house') : toHouseTitle(bridge.name, tag);
}

/** The path of the time zone of a house, and the key of its query. */
export const timeZonePath = '/time-zone';

/** Returns the time zone of the house and its source; `undefined` until its bridge responds. */
export function useTimeZoneAnswer(): TimeZoneAnswer | undefined {
  const { client } = useHouseContext();
  const { data } = useQuery({
    queryKey: [timeZonePath],
    queryFn: async () => ((await client.get(timeZonePath)) as TimeZoneAnswer | undefined) ?? null,
    enabled: useIsLoaded(),
  });
  return data ?? undefined;
}

/** Returns the time zone of the house; `undefined` if it is unknown, in which case the browser's time zone is used. */
export function useTimeZone(): string | undefined {
  const answer = useTimeZoneAnswer();
  const bridge = useBridge();
  return toKnownZone(answer?.timeZone ?? bridge?.timeZone);
}

/** Returns the time of the house in the last message, and its speed. */
export function useHouseRunningTime(): RunningTime {
  const at = useHouseState((state) => state.at);
  const receivedAt = useHouseState((state) => state.receivedAt);
  const clock = useSimulation()?.clock;
  // In a stored state, the speed of the clock since then is unknown.
  const isKept = useKeptAt() !== undefined;
  const pace = isKept ? 0 : clock === undefined ? 1 : clock.paused ? 0 : clock.scale;
  return { at, receivedAt, pace };
}

/** Returns the current time of the house (ms UTC), extrapolated from the last message, and its time zone. */
export const useHouseTime = (
  every = 1_000,
): { readonly now: number; readonly timeZone: string | undefined } => ({
  now: useRunningTime(useHouseRunningTime(), every),
  timeZone: useTimeZone(),
});
