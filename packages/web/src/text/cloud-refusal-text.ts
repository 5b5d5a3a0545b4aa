import type { ConsoleRefusal } from '@plenum/client/console';
import { translate } from './text.ts';

const durationOf = (seconds: number) =>
  seconds < 60 ? { unit: 'second', count: seconds } : { unit: 'minute', count: Math.ceil(seconds / 60) };

/** Returns the sentence of a cloud refusal in the reader's language; the cloud sends it in English. */
export function describeCloudRefusal({ code, sentence, facts = {} }: ConsoleRefusal): string {
  const { bridge, seconds, reason } = facts as Readonly<Record<string, unknown>>;
  // There are separate texts for errors caused by a bridge that did not respond to the cloud.
  const key = code === 'Error' && bridge !== undefined ? `bridge-${bridge}` : code;
  const parameters = {
    ...durationOf(Number(seconds)),
    ...facts,
    reason: translate('reason', String(reason), facts) ?? reason,
  };
  return translate('cloudRefusal', key, parameters) ?? sentence;
}
