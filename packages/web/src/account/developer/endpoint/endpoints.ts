import type { RecordOf } from '@plenum/protocol/console';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCloudQuery } from '../../context/account-context.tsx';
import { pathOf as pathOfApp } from '../app/apps.ts';

/** The counts of an endpoint's changes, by result. */
export type Ledger = RecordOf<'Ledger'>;

/** An endpoint, as returned by the console. */
export type Endpoint = RecordOf<'Endpoint'>;

export interface EndpointRef {
  readonly clientId: string;
  readonly endpointId: string;
}

export const pathOf = ({ clientId, endpointId }: EndpointRef): string =>
  `${pathOfApp(clientId)}/endpoints/${encodeURIComponent(endpointId)}`;

/** Milliseconds between two refreshes. */
export const refreshInterval = 4_000;

export const useEndpoints = (clientId: string): UseQueryResult<readonly Endpoint[]> =>
  useCloudQuery(`${pathOfApp(clientId)}/endpoints`, { every: refreshInterval });

export const useEndpoint = (ref: EndpointRef): UseQueryResult<Endpoint> =>
  useCloudQuery(pathOf(ref), { every: refreshInterval });
