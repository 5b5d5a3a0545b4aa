import type { ConsoleAnswer } from '@plenum/client/console';
import type { AlertChoices } from '@plenum/protocol/alert';
import type { Session } from '../session/session.ts';
import type { AlertServer } from './alert-server.ts';

const done = (answer: ConsoleAnswer<unknown>): void => {
  if (!answer.ok) throw new Error(answer.refusal.sentence);
};

/** The cloud that served the page, for the account that is signed in. */
export const createCloudAlerts = ({ get, post }: Session): AlertServer => ({
  knowsOffline: true,
  publicKey: async () => (await get('notificationKey')).publicKey,
  read: async (endpoint) => {
    const answer = await post('readNotifications', { body: { endpoint } });
    if (!answer.ok) throw new Error(answer.refusal.sentence);
    return (answer.value.choices ?? null) as AlertChoices | null;
  },
  save: async (body) => done(await post('saveNotifications', { body })),
  end: async (endpoint) => done(await post('endNotifications', { body: { endpoint } })),
  test: async (endpoint) => done(await post('testNotifications', { body: { endpoint } })),
});
