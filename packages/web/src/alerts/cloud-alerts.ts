import type { ConsoleAnswer } from '@plenum/client/console';
import type { AlertChoices } from '@plenum/protocol/alert';
import type { Session } from '../session/session.ts';
import type { AlertServer } from './alert-server.ts';

const toValue = <Value>(answer: ConsoleAnswer<Value>): Value => {
  if (!answer.ok) throw new Error(answer.refusal.sentence);
  return answer.value;
};
const done = (answer: ConsoleAnswer<unknown>): void => void toValue(answer);
const choicesOf = (answer: ConsoleAnswer<{ readonly choices?: unknown }>): AlertChoices | null =>
  (toValue(answer).choices ?? null) as AlertChoices | null;

/** The cloud that served the page, for the account that is signed in. */
export const createCloudAlerts = ({ get, post }: Session): AlertServer => ({
  knowsOffline: true,
  publicKey: async () => (await get('notificationKey')).publicKey,
  read: async (endpoint) => choicesOf(await post('readNotifications', { body: { endpoint } })),
  renew: async (body) => choicesOf(await post('renewNotifications', { body })),
  save: async (body) => done(await post('saveNotifications', { body })),
  end: async (endpoint) => done(await post('endNotifications', { body: { endpoint } })),
  test: async (endpoint) => done(await post('testNotifications', { body: { endpoint } })),
});
