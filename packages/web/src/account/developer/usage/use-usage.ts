import type { UseQueryResult } from '@tanstack/react-query';
import { useCloudQuery } from '../../context/account-context.tsx';
import { pathOf } from '../app/apps.ts';
import type { AppUsage } from './usage.ts';

const often = 5_000;

/** What an app asked for, as it goes on. */
export const useUsage = (clientId: string): UseQueryResult<AppUsage> =>
  useCloudQuery(`${pathOf(clientId)}/usage`, { every: often });
