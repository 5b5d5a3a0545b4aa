import type { ConsoleRefusal } from '@plenum/client/console';
import { translate } from './text.ts';

const durationOf = (seconds: number) =>
  seconds < 60 ? { unit: 'second', count: seconds } : { unit: 'minute', count: Math.ceil(seconds / 60) };

/** The sentence of a refusal of the cloud, which sends it in English, in the reader's language. */
export const describeCloudRefusal = ({ code, sentence, facts = {} }: ConsoleRefusal): string => {
  const { bridge, seconds, reason } = facts as Readonly<Record<string, unknown>>;
  // No bridge answered the cloud.
  const key = code === 'Error' && bridge !== undefined ? `bridge-${bridge}` : code;
  const parameters = {
    ...durationOf(Number(seconds)),
    ...facts,
    reason: translate('reason', String(reason), facts) ?? reason,
  };
  return translate('cloudRefusal', key, parameters) ?? sentence;
};
