import type { RecordOf } from '@plenum/protocol/console';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCloudQuery } from '../account-context.tsx';

/** The number of an endpoint's changes by result. */
export type Ledger = RecordOf<'Ledger'>;

export type WebhookEndpoint = RecordOf<'Endpoint'>;

export interface EndpointRef {
  readonly clientId: string;
  readonly endpointId: string;
}

/** Refresh interval in ms. */
export const refreshInterval = 4_000;

export const useEndpoints = (clientId: string): UseQueryResult<readonly WebhookEndpoint[]> =>
  useCloudQuery('endpoints', { parameters: { clientId }, every: refreshInterval });

export const useEndpoint = (ref: EndpointRef): UseQueryResult<WebhookEndpoint> =>
  useCloudQuery('endpoint', { parameters: ref, every: refreshInterval });
