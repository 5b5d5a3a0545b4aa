import { type AnyCommand, type CommandName, catalogue } from '@plenum/protocol/command';
import type { ComponentKind, DatagramOf } from '@plenum/protocol/component';
import { houseWrites, includesAccess } from '@plenum/protocol/console';
import type { InstallerAccess, InstallerAnswer, TimeZoneAnswer } from '@plenum/protocol/extension';
import type { AnyOverride, SimulationStatus } from '@plenum/protocol/simulation';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { LoadedDevice } from '../../install/device.ts';
import type { HouseState, LiveHouse } from '../../live/live-house.ts';
import { isRequestError, type ServerClient } from '../../live/server-client.ts';
import type { Source } from '../../live/source.ts';
import { switchOnFor } from '../../reading/house/switch-on.ts';
import { toKnownZone } from '../../reading/time/clock.ts';
import type { Preferences } from '../../state/preferences.ts';
import type { Store } from '../../state/store.ts';
import type { Toasts } from '../../state/toasts.ts';
import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';

/** What the pages of the house share. */
interface HouseContext {
  readonly house: LiveHouse;
  readonly client: ServerClient;
  readonly source: Source;
  readonly toasts: Toasts;
  readonly preferences: Store<Preferences>;
  readonly device: LoadedDevice;
  /** The installer key of the bridge, until the page is left; null where nobody entered one. */
  readonly installerKey: Store<string | null>;
}

/** The query key of the simulation. */
export const simulationKey = ['simulation'];

const Context = createContext<HouseContext | undefined>(undefined);
export const HouseProvider = Context.Provider;

export const useHouseContext = (): HouseContext => useContext(Context)!;

const useHouseState = <Part,>(pick: (state: HouseState) => Part): Part =>
  useStore(useHouseContext().house.state, pick);

export const useConnection = () => useHouseState(({ connection }) => connection);
/** What a cloud reports about the bridge; undefined at the bridge itself. */
export const useBridge = () => useHouseState(({ bridge }) => bridge);
/** What the unit refused although it does not report it; see `reading/offer.ts`. */
export const useRefused = () => useHouseState(({ refused }) => refused);
/** The favourite that was started from this page last. */
export const useStartedFavourite = () => useHouseState(({ startedFavourite }) => startedFavourite);
export const useIsLoaded = () => useHouseState(({ isLoaded }) => isLoaded);

/** When this device received the state that it kept; undefined while the page shows what the server sent. */
export const useKeptAt = () => useHouseState(({ keptAt }) => keptAt);

/** All components of the house. */
export const useDatagrams = () => useHouseState(({ datagrams }) => datagrams);

/** All components of a kind, in order of index. */
export const useAll = <K extends ComponentKind>(kind: K): readonly DatagramOf<K>[] =>
  useHouseState(({ datagrams }) => datagrams[kind] as readonly DatagramOf<K>[]);

/** The only component of a kind; undefined where it is not installed. */
export const useOne = <K extends ComponentKind>(kind: K): DatagramOf<K> | undefined =>
  useHouseState(({ datagrams }) => datagrams[kind][0] as DatagramOf<K> | undefined);

/** Whether whoever reads this page may only view the house: a guest whose owner wants it so. */
export const useMayOnlyView = (): boolean =>
  useHouseState(({ bridge }) => bridge?.access !== undefined && !includesAccess(bridge.access, 'control'));

/** Whether the house can be controlled from this page: not by who may only view it, and not in a kept state. */
export const useMayControl = (): boolean => {
  const isKept = useKeptAt() !== undefined;
  return !useMayOnlyView() && !isKept;
};

/** Whether whoever reads this page may move a garage door: through a cloud its owner alone. */
export const useMayMoveDoors = (): boolean => {
  const access = useHouseState(({ bridge }) => bridge?.access);
  return access === undefined || access === 'owner';
};

/** Whether whoever reads this page may change what the bridge keeps at a path. */
export const useMayWrite = (path: string): boolean => {
  const mayControl = useMayControl();
  const access = useHouseState(({ bridge }) => bridge?.access);
  const needed = houseWrites.get(path);
  return mayControl && (access === undefined || (needed !== undefined && includesAccess(access, needed)));
};

/**
 * Whether whoever reads this page may give an installer's commands; undefined until that is known, null where the page
 * comes from a cloud, or from a bridge that takes none.
 */
export const useInstallerAccess = (): InstallerAccess | null | undefined => {
  const answer = useInstallerAnswer();
  return answer === null ? null : answer?.access;
};

/** What a bridge answers to one who may be its installer, as `useInstallerAccess`. */
export const useInstallerAnswer = (): InstallerAnswer | null | undefined => {
  const { client, source, installerKey } = useHouseContext();
  const key = useStore(installerKey, (known) => known);
  const isLocal = source.transport === 'local';
  const { data } = useQuery({
    queryKey: ['installer', key],
    queryFn: async () => ((await client.get('/installer')) as InstallerAnswer | undefined) ?? null,
    enabled: isLocal,
  });
  return isLocal ? data : null;
};

/**
 * Whether a command is offered where its component is: over the transport of this page (interface 4.4, "Availability"), to
 * whoever reads it. An installer's are sent from the page of the installation.
 */
export const useIsAvailable = (): ((name: string) => boolean) => {
  const { transport } = useHouseContext().source;
  const mayControl = useMayControl();
  return (name) => {
    const command = catalogue.get(name);
    return mayControl && command?.authority === 'owner' && command.over.includes(transport);
  };
};

/** Sends a command to the house. After a setpoint of something that is off, offers to switch it on. */
export const useSendCommand = (): ((name: CommandName, body: unknown) => Promise<boolean>) => {
  const { house, toasts } = useHouseContext();
  return useCallback(
    async (name, body) => {
      const isDone = await house.command(name, body);
      const offer = isDone
        ? switchOnFor({ name, body } as AnyCommand, house.state.get().datagrams)
        : undefined;
      if (offer !== undefined) {
        const { name: unit, command } = offer;
        toasts.showUndo(unit === undefined ? t('control.unitIsOff') : t('control.isOff', { name: unit }), {
          label: t('control.switchOn'),
          run: () => void house.command(command.name, command.body),
        });
      }
      return isDone;
    },
    [house, toasts],
  );
};

export const usePreference = <Key extends keyof Preferences>(
  key: Key,
): [Preferences[Key], (to: Preferences[Key]) => void] => {
  const { preferences } = useHouseContext();
  const value = useStore(preferences, (all) => all[key]);
  return [value, (to) => preferences.set({ ...preferences.get(), [key]: to })];
};

export const useScale = () => usePreference('scale')[0];

/** Whether the server has a simulation; undefined until that is known. */
export const useHasSimulation = (): boolean | undefined =>
  useHouseState(({ isLoaded, hasSimulation }) => (isLoaded ? hasSimulation : undefined));

/** The query of the simulation status, which is sent if there is one. */
export const useSimulationQuery = (): UseQueryResult<SimulationStatus> => {
  const { client } = useHouseContext();
  return useQuery({
    queryKey: simulationKey,
    queryFn: async () => (await client.get('/simulation')) as SimulationStatus,
    enabled: useHasSimulation() === true,
    refetchInterval: 5_000,
  });
};

/** Whether the real bridge behind this one answers; undefined if the house is simulated, or seen through a cloud. */
export const useDeviceHealth = () => useHouseState(({ device }) => device);

/** The simulation status; undefined while loading, null if there is none. */
export const useSimulation = (): SimulationStatus | null | undefined => {
  const { data } = useSimulationQuery();
  return useHasSimulation() === false ? null : data;
};

/** Applies an override to the simulated house; resolves to whether it succeeded. */
export const useApplyOverride = (): ((name: AnyOverride['name'], body: unknown) => Promise<boolean>) => {
  const { client, toasts } = useHouseContext();
  const queryClient = useQueryClient();
  return useCallback(
    async (name, body) => {
      const error = await client.post(`/simulation/${name}`, body);
      if (isRequestError(error)) toasts.showError(error.sentence);
      void queryClient.invalidateQueries({ queryKey: ['history'] });
      await queryClient.invalidateQueries({ queryKey: simulationKey });
      return !isRequestError(error);
    },
    [client, toasts, queryClient],
  );
};

/** The path of the time zone of a house, and the key of its query. */
export const timeZonePath = '/time-zone';

/** The time zone of the house and where it comes from; undefined until its bridge answers. */
export const useTimeZoneAnswer = (): TimeZoneAnswer | undefined => {
  const { client } = useHouseContext();
  const { data } = useQuery({
    queryKey: [timeZonePath],
    queryFn: async () => ((await client.get(timeZonePath)) as TimeZoneAnswer | undefined) ?? null,
    enabled: useIsLoaded(),
  });
  return data ?? undefined;
};

/** The time zone of the house; undefined, which means that of the browser, if it is not known. */
export const useTimeZone = (): string | undefined => {
  const answer = useTimeZoneAnswer();
  const bridge = useBridge();
  return toKnownZone(answer?.timeZone ?? bridge?.timeZone);
};

/** The present instant of the house (ms UTC), extrapolated from the last message, and its time zone. */
export const useHouseTime = (
  every = 1_000,
): { readonly now: number; readonly timeZone: string | undefined } => {
  const at = useHouseState((state) => state.at);
  const receivedAt = useHouseState((state) => state.receivedAt);
  const clock = useSimulation()?.clock;
  const timeZone = useTimeZone();
  // How fast its clock has gone since, and whether, is not known.
  const isKept = useKeptAt() !== undefined;
  const [browserNow, setBrowserNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setBrowserNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  const pace = isKept ? 0 : clock === undefined ? 1 : clock.paused ? 0 : clock.scale;
  return { now: at + Math.max(0, browserNow - receivedAt) * pace, timeZone };
};
