import type { AlertRenewal } from '@plenum/protocol/alert';
import type { FastifyPluginAsync } from 'fastify';
import { hashSecret } from '../../identity/account/secret.ts';
import type { Notifications } from '../../push-notification/push-notifications.ts';
import type { BindRoute } from './bind-route.ts';

export interface NotificationRoutesDeps {
  readonly bind: BindRoute;
  readonly notifications: Notifications;
}

/** Which browsers of an account are notified, and of what. */
export const createNotificationRoutes =
  ({ bind, notifications }: NotificationRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    bind(app, 'notificationKey', async () => ({ publicKey: await notifications.publicKey() }));
    // The whole body: what is wrong in a record of a record is refused with its own sentence.
    bind(app, 'saveNotifications', ({ accountId, session, request }) =>
      notifications.save({ accountId, sessionHash: hashSecret(session.secret) }, request.body),
    );
    bind(app, 'readNotifications', async ({ accountId, body: { endpoint } }) => {
      return (await notifications.read({ accountId, endpoint })) ?? {};
    });
    bind(app, 'renewNotifications', async ({ accountId, session, body }) => {
      const browser = { accountId, sessionHash: hashSecret(session.secret) };
      return (await notifications.renew(browser, body as AlertRenewal)) ?? {};
    });
    bind(app, 'endNotifications', ({ accountId, body: { endpoint } }) =>
      notifications.end({ accountId, endpoint }),
    );
    bind(app, 'testNotifications', ({ accountId, body: { endpoint } }) =>
      notifications.test({ accountId, endpoint }),
    );
  };
