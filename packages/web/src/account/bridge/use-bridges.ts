import type { UseQueryResult } from '@tanstack/react-query';
import { useCloudQuery } from '../context/account-context.tsx';
import type { Bridge } from './bridge.ts';

/** Milliseconds between two refreshes. */
const often = 4_000;

/** The bridges of the account with their connections, refreshed every few seconds. */
export const useBridges = (): UseQueryResult<readonly Bridge[]> =>
  useCloudQuery('/console/bridges', { every: often });
