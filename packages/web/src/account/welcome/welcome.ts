import type { Credentials } from '../../session/session.ts';
import { useCloudQuery } from '../context/account-context.tsx';

/** What a cloud tells somebody who sees it for the first time (`GET /welcome`); empty but in development mode. */
export interface Welcome {
  /** The user everybody on this machine may be. */
  readonly demo?: Credentials;
  readonly places?: {
    readonly cloud: { readonly url: string };
    readonly house?: {
      readonly url: string;
      readonly systemId: string;
      readonly room?: { readonly name: string; readonly url: string };
    };
    /** An app, and the endpoint it hears of changes at. */
    readonly app?: { readonly url: string; readonly clientId: string; readonly endpointId: string };
  };
  /** Seconds of the simulated house in a second, 0 where its time stands still. */
  readonly pace?: number;
}

export const useWelcome = () => useCloudQuery<Welcome>('/welcome');

/** An address as a person reads it aloud. */
export const formatAddress = (url: string): string => new URL(url).host;
