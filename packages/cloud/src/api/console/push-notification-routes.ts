import type { AlertRenewal } from '@plenum/protocol/alert';
import type { FastifyPluginAsync } from 'fastify';
import { hashSecret } from '../../identity/account/secret.ts';
import type { PushNotifications } from '../../push-notification/push-notifications.ts';
import type { BindRoute } from './bind-route.ts';

export interface PushNotificationRoutesDeps {
  readonly bind: BindRoute;
  readonly pushNotifications: PushNotifications;
}

/** Creates the routes that set which browsers of an account get push notifications, and for which alerts. */
export const createPushNotificationRoutes =
  ({ bind, pushNotifications }: PushNotificationRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    bind(app, 'notificationKey', async () => ({ publicKey: await pushNotifications.publicKey() }));
    bind(app, 'saveNotifications', ({ accountId, session, body }) =>
      pushNotifications.save({ accountId, sessionHash: hashSecret(session.secret) }, body),
    );
    bind(app, 'readNotifications', async ({ accountId, body: { endpoint } }) => {
      return (await pushNotifications.read({ accountId, endpoint })) ?? {};
    });
    bind(app, 'renewNotifications', async ({ accountId, session, body }) => {
      const browser = { accountId, sessionHash: hashSecret(session.secret) };
      return (await pushNotifications.renew(browser, body as AlertRenewal)) ?? {};
    });
    bind(app, 'endNotifications', ({ accountId, body: { endpoint } }) =>
      pushNotifications.end({ accountId, endpoint }),
    );
    bind(app, 'testNotifications', ({ accountId, body: { endpoint } }) =>
      pushNotifications.test({ accountId, endpoint }),
    );
  };
