import type { UseQueryResult } from '@tanstack/react-query';
import { useCloudQuery } from '../context/account-context.tsx';
import type { Bridge } from './bridge.ts';

/** Milliseconds between two looks at who is connected. */
const often = 4_000;

/** The bridges of the account, and whether each is connected, as they are now. */
export const useBridges = (): UseQueryResult<readonly Bridge[]> =>
  useCloudQuery('/console/bridges', { every: often });
