import type { UseQueryResult } from '@tanstack/react-query';
import { useCloudQuery } from '../../context/account-context.tsx';
import type { AppUsage } from './usage.ts';

const often = 5_000;

/** The usage of an app, refreshed every few seconds. */
export const useUsage = (clientId: string): UseQueryResult<AppUsage> =>
  useCloudQuery('appUsage', { parameters: { clientId }, every: often });
