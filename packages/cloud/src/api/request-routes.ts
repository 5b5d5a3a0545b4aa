import type { FastifyPluginAsync } from 'fastify';
import type { Bus } from '../kernel/bus/bus.ts';
import type { RefusalPace } from '../kernel/http/refusal-pace.ts';
import type { WorkInProgress } from '../kernel/http/work-in-progress.ts';
import { createAssistantRoutes } from './assistants/routes.ts';
import type { AnswerAssistant } from './assistants/shape.ts';
import { createHouseReads, type HouseReadsDeps } from './dev/house-reads.ts';
import { createDevRoutes } from './dev/routes.ts';
import { createGrpcRoutes } from './grpc/routes.ts';

interface RequestRoutesDeps extends HouseReadsDeps {
  readonly bus: Bus;
  readonly refusals: RefusalPace;
  readonly work: WorkInProgress;
  readonly publicUrl: string;
  /** Loads the handler for assistants. If it is missing, there is no route for them. */
  readonly assistants?: (() => Promise<AnswerAssistant>) | undefined;
}

/**
 * Creates the routes for requests of interface 4.3 over both transports (`POST /dev` and gRPC), reads of houses, and
 * assistants.
 */
export const createRequestRoutes =
  (deps: RequestRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    const { assistants: load } = deps;
    await app.register(createDevRoutes(deps));
    await app.register(createHouseReads(deps));
    await app.register(createGrpcRoutes(deps));
    if (load !== undefined) await app.register(createAssistantRoutes({ ...deps, load }));
  };
