import type { UseQueryResult } from '@tanstack/react-query';
import { useCloudQuery } from '../../context/account-context.tsx';
import { pathOf } from '../app/apps.ts';
import type { AppUsage } from './usage.ts';

const often = 5_000;

/** The usage of an app, refreshed every few seconds. */
export const useUsage = (clientId: string): UseQueryResult<AppUsage> =>
  useCloudQuery(`${pathOf(clientId)}/usage`, { every: often });
