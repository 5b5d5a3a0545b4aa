import type { Datagrams } from '@plenum/protocol/component';
import type { QuirkName } from '@plenum/protocol/quirks';
import type {
  HostedSwitch,
  OverrideName,
  RequestsAnswer,
  SimulationStatus,
} from '@plenum/protocol/simulation';
import type { QueryKey } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Scale } from '../reading/number/temperature.ts';
import type { RunningTime } from '../state/use-running-time.ts';

/** Applies an override, or shows why it was refused. Resolves to `true` if it succeeded. */
export type ApplyOverride = (name: OverrideName | HostedSwitch, body: unknown) => Promise<boolean>;

/** A simulated house, and how a page reads and changes its simulation. */
export interface Simulator {
  readonly status: SimulationStatus;
  /** The key of the query that reads the status. */
  readonly statusKey: QueryKey;
  readonly datagrams: Datagrams;
  readonly time: RunningTime;
  readonly timeZone: string | undefined;
  /** The quirks that it can have. */
  readonly quirks: readonly QuirkName[];
  readonly scale: Scale;
  readonly apply: ApplyOverride;
  /** The path of its latest requests, for developers. */
  readonly requestsPath: string;
  readonly readRequests: () => Promise<RequestsAnswer>;
}

const Context = createContext<Simulator | undefined>(undefined);
export const SimulatorProvider = Context.Provider;

export const useSimulator = (): Simulator => useContext(Context)!;
