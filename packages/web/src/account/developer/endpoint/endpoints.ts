import type { UseQueryResult } from '@tanstack/react-query';
import { useAsked } from '../../context.tsx';
import { pathOf as pathOfApp } from '../app/apps.ts';

/** What became of everything an endpoint was to hear of. */
export interface Ledger {
  readonly changes: number;
  readonly delivered: number;
  readonly superseded: number;
  readonly pending: number;
  readonly dead: number;
}

/** An endpoint as the console tells it; times in ms UTC. */
export interface Endpoint {
  readonly id: string;
  readonly clientId: string;
  readonly url: string;
  readonly createdAt: number;
  /** Missing where only one secret is valid. */
  readonly oldSecretUntil?: number;
  readonly disabled?: { readonly at: number; readonly why: 'gone' | 'failing' | 'developer' };
  readonly failingSince?: number;
  readonly ledger: Ledger;
}

export interface EndpointRef {
  readonly clientId: string;
  readonly endpointId: string;
}

export const pathOf = ({ clientId, endpointId }: EndpointRef): string =>
  `${pathOfApp(clientId)}/endpoints/${encodeURIComponent(endpointId)}`;

/** Milliseconds between two looks at what was delivered. */
export const often = 4_000;

export const useEndpoints = (clientId: string): UseQueryResult<readonly Endpoint[]> =>
  useAsked(`${pathOfApp(clientId)}/endpoints`, { every: often });

export const useEndpoint = (ref: EndpointRef): UseQueryResult<Endpoint> =>
  useAsked(pathOf(ref), { every: often });
