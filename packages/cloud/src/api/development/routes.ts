import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { isFromSameSite } from '../../kernel/http/same-site.ts';
import type { Development } from './development.ts';

export interface DevelopmentRoutesDeps {
  /** Undefined outside of development mode: then there is nothing to tell. */
  readonly development: Development | undefined;
  readonly publicUrl: string;
}

/** Paces a visitor may choose: as it is outside, an hour in a minute, ten minutes in a second. */
const paces: readonly unknown[] = [1, 60, 600];

const no = (reply: FastifyReply, status: number, code: string, sentence: string) =>
  reply.code(status).send({ code, sentence });

const toWelcome = ({ email, password, tour }: Development, publicUrl: string) => {
  const { house, app, clock } = tour();
  return {
    demo: { email, password },
    places: { cloud: { url: publicUrl }, house, app },
    pace: clock?.pace(),
  };
};

/**
 * What a visitor is told who sees a cloud in development mode for the first time: who the demo user is, what runs where,
 * and how fast time runs in the house. Signing in is the ordinary door's (`POST /account/sign-in`), which no other site
 * can use. Outside of development mode `GET /welcome` is an empty object.
 */
export const createDevelopmentRoutes =
  ({ development, publicUrl }: DevelopmentRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    app.get('/welcome', async () => (development === undefined ? {} : toWelcome(development, publicUrl)));
    app.post('/welcome/pace', async (request, reply) => {
      const clock = development?.tour().clock;
      if (clock === undefined) return no(reply, 404, 'no-clock', 'There is no simulated house to speed up.');
      if (!isFromSameSite(request, publicUrl))
        return no(reply, 403, 'other-site', 'That request was sent by another site.');
      const { pace } = (request.body ?? {}) as { pace?: unknown };
      if (!paces.includes(pace))
        return no(reply, 400, 'pace-malformed', `A pace is one of ${paces.join(', ')}.`);
      await clock.setPace(pace as number);
      return reply.code(204).send();
    });
  };
