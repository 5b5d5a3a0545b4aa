import type { AnswerOf } from '@plenum/protocol/console';
import { useCloudQuery } from '../account-context.tsx';

/** The data of the welcome page. Empty except in development mode. */
export type Welcome = AnswerOf<'welcome'>;

export const useWelcome = () => useCloudQuery('welcome');

export const formatAddress = (url: string): string => new URL(url).host;
