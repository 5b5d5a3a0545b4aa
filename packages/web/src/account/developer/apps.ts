import type { RecordOf } from '@plenum/protocol/console';
import type { UseQueryResult } from '@tanstack/react-query';
import { t } from '../../text/text.ts';
import { useCloudQuery } from '../account-context.tsx';

export type App = RecordOf<'App'>;

/** A new app. Public apps have no secret. */
export type MadeApp = RecordOf<'MadeApp'>;

export const useApps = (): UseQueryResult<readonly App[]> => useCloudQuery('apps');

/** Returns the URL at which an owner allows the app (interface 5.1). */
export function toAuthorizationUrl(
  origin: string,
  { clientId, redirectUris: [redirectUri = ''] }: App,
): string {
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    scope: 'query-control',
    redirect_uri: redirectUri,
    state: 'yours',
  });
  return `${origin}/login?${parameters}`;
}

/** Describes the type of an app: with or without a secret, with PKCE required or optional. */
export const formatKind = ({ confidential, pkceRequired }: App): string =>
  `${confidential ? t('console.hasSecret') : t('console.noSecret')}, ${pkceRequired ? t('console.pkceRequired') : t('console.pkceOptional')}`;
