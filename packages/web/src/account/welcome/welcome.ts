import type { AnswerOf } from '@plenum/protocol/console';
import { useCloudQuery } from '../context/account-context.tsx';

/** The welcome of a cloud. Empty except in development mode. */
export type Welcome = AnswerOf<'welcome'>;

export const useWelcome = () => useCloudQuery('welcome');

/** Returns the host of a URL. */
export const formatAddress = (url: string): string => new URL(url).host;
