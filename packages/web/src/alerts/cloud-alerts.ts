import type { ConsoleResult } from '@plenum/client/console';
import type { AnswerOf } from '@plenum/protocol/console';
import { toHouseTitle } from '../reading/house/house-title.ts';
import type { ConsoleSession } from '../session/session.ts';
import type { AlertServer, ChosenAlerts } from './alert-server.ts';

const toValue = <Value>(answer: ConsoleResult<Value>): Value => {
  if (!answer.ok) throw new Error(answer.refusal.sentence);
  return answer.value;
};
const done = (answer: ConsoleResult<unknown>): void => void toValue(answer);
const toChosen = (answer: ConsoleResult<AnswerOf<'readNotifications'>>): ChosenAlerts | null => {
  const { choices, houses = [] } = toValue(answer);
  return choices === undefined ? null : ({ choices, houses } as ChosenAlerts);
};

/** Returns the alert server of the cloud that served the page, for the signed-in account. */
export const createCloudAlerts = ({ get, post }: ConsoleSession): AlertServer => ({
  knowsOffline: true,
  houses: async () =>
    (await get('bridges')).map(({ systemId, name, unit }) => ({
      systemId,
      title: toHouseTitle(name, unit?.Tag1),
    })),
  publicKey: async () => (await get('notificationKey')).publicKey,
  read: async (endpoint) => toChosen(await post('readNotifications', { body: { endpoint } })),
  renew: async (body) => toChosen(await post('renewNotifications', { body })),
  save: async (target, { choices, houses }, reader) =>
    done(
      await post('saveNotifications', {
        body: { target, choices, reader, ...(houses && { houses: [...houses] }) },
      }),
    ),
  end: async (endpoint) => done(await post('endNotifications', { body: { endpoint } })),
  test: async (endpoint) => done(await post('testNotifications', { body: { endpoint } })),
});
