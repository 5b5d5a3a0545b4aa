import type { Credentials } from '../../session/session.ts';
import { useCloudQuery } from '../context/account-context.tsx';

/** The welcome of a cloud (`GET /welcome`); empty except in development mode. */
export interface Welcome {
  /** The demo user, for everybody on this machine. */
  readonly demo?: Credentials;
  readonly places?: {
    readonly cloud: { readonly url: string };
    readonly house?: {
      readonly url: string;
      readonly systemId: string;
      readonly room?: { readonly name: string; readonly url: string };
    };
    /** An example app, and its event endpoint. */
    readonly app?: { readonly url: string; readonly clientId: string; readonly endpointId: string };
  };
  /** Simulated seconds in a second; 0 while paused. */
  readonly pace?: number;
}

export const useWelcome = () => useCloudQuery<Welcome>('/welcome');

/** The host of a URL. */
export const formatAddress = (url: string): string => new URL(url).host;
