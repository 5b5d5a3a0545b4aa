import { type AnswerOf, paces, refuseRequest } from '@plenum/protocol/console';
import type { FastifyPluginAsync } from 'fastify';
import { isFromSameSite } from '../../kernel/http/same-site.ts';
import type { BindRoute } from '../console/bind-route.ts';
import type { Development } from './development.ts';

interface DevelopmentRoutesDeps {
  readonly bind: BindRoute;
  /** `undefined` if development mode is off. The response is then empty. */
  readonly development: Development | undefined;
  readonly publicUrl: string;
}

const toWelcome = ({ email, password, onboarding }: Development, publicUrl: string): AnswerOf<'welcome'> => {
  const { house, app, clock } = onboarding();
  return {
    demo: { email, password },
    places: { cloud: { url: publicUrl }, house, app },
    pace: clock?.pace(),
  };
};

/**
 * The route of the welcome page of development mode: the credentials of the demo user, the addresses of everything that
 * runs, and the speed of the simulated clock. Signing in uses `POST /account/sign-in`, which no other site can call.
 */
export const createDevelopmentRoutes =
  ({ bind, development, publicUrl }: DevelopmentRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    bind(app, 'welcome', async () => (development === undefined ? {} : toWelcome(development, publicUrl)));
    bind(app, 'setPace', async ({ body: { pace }, request }) => {
      const clock = development?.onboarding().clock;
      if (clock === undefined) return refuseRequest('no-clock');
      if (!isFromSameSite(request, publicUrl)) return refuseRequest('other-site');
      if (!paces.some((one) => one === pace))
        return refuseRequest('pace-malformed', { facts: { paces: paces.join(', ') } });
      return clock.setPace(pace);
    });
  };
