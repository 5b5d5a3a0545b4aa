import type { TestClock } from '@plenum/platform';
import {
  type AnswerOf,
  type BodyOf,
  type ConsoleRefusalCode,
  isRefused,
  type Refused,
  refuseRequest,
  testClockLimits,
} from '@plenum/protocol/console';
import { readDuration } from '@plenum/protocol/text';
import type { FastifyPluginAsync } from 'fastify';
import type { BindRoute } from '../console/bind-route.ts';

/** The test clock of this cloud, or the reason why it has none. */
export type TestClockOf = TestClock | Extract<ConsoleRefusalCode, `clock-${string}`>;

interface ClockRoutesDeps {
  readonly bind: BindRoute;
  readonly testClock: TestClockOf;
}

/** A change of the clock: the instant to move to, and the scale from then on. */
interface Move {
  readonly to: number | undefined;
  readonly scale: number | undefined;
}

const toIso = (at: number): string => new Date(at).toISOString();

const readMove = ({ set, step, scale }: BodyOf<'moveTestClock'>, now: number): Move | Refused => {
  const isEmpty = set === undefined && step === undefined && scale === undefined;
  if (isEmpty || (set !== undefined && step !== undefined)) return refuseRequest('clock-malformed');
  const to = step === undefined ? set : now + Math.round(readDuration(step)! * 1_000);
  if (to !== undefined && to > testClockLimits.until)
    return refuseRequest('clock-too-far', { facts: { until: toIso(testClockLimits.until).slice(0, 10) } });
  if (to !== undefined && to < now) return refuseRequest('clock-back', { facts: { now: toIso(now) } });
  return { to, scale };
};

const toAnswer = (clock: TestClock): AnswerOf<'testClock'> => ({ now: clock.now(), scale: clock.scale() });

/** The routes of the test clock. A cloud without one refuses them with the reason. */
export const createClockRoutes =
  ({ bind, testClock }: ClockRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    // Otherwise a long move would keep the cloud from stopping.
    if (typeof testClock !== 'string') app.addHook('preClose', async () => void testClock.stop());
    bind(app, 'testClock', async () =>
      typeof testClock === 'string' ? refuseRequest(testClock) : toAnswer(testClock),
    );
    bind(app, 'moveTestClock', async ({ body }) => {
      if (typeof testClock === 'string') return refuseRequest(testClock);
      const move = readMove(body, testClock.now());
      if (isRefused(move)) return move;
      // So that the clock shows exactly the instant that it was moved to when it gets its new scale.
      if (move.scale !== undefined) await testClock.setScale(0);
      if (move.to !== undefined) await testClock.moveTo(move.to);
      if (move.scale !== undefined) await testClock.setScale(move.scale);
      return toAnswer(testClock);
    });
  };
