import type { FastifyPluginAsync } from 'fastify';
import type { BridgeReader, ControlSender } from '../fleet/controls/control-sender.ts';
import type { Bus } from '../kernel/bus/bus.ts';
import type { Rate } from '../kernel/http/rate-limit.ts';
import type { AccountLimits } from '../kernel/quota/account-limits.ts';
import type { Mount } from '../mount.ts';
import { createAssistantRoutes } from './assistants/routes.ts';
import type { AnswerAssistant } from './assistants/shape.ts';
import { createGrpcRoutes } from './grpc/routes.ts';
import { createHouseReads } from './third-party/house-reads.ts';
import { createRequests } from './third-party/requests.ts';
import { createThirdPartyRoutes } from './third-party/routes.ts';
import type { CountRequest, Tokens } from './third-party/shape.ts';

export interface RequestPorts {
  readonly tokens: Tokens;
  readonly controls: ControlSender & Pick<BridgeReader, 'read'>;
  readonly bus: Bus;
  readonly rate?: Rate;
  readonly accountLimits?: AccountLimits | undefined;
  /** How long a bridge has to answer a control, ms; 10,000 by default. */
  readonly controlWithin?: number;
  /** Counts the requests of apps. */
  readonly count?: CountRequest;
  /** Loads what answers assistants; without it they have no address here. */
  readonly assistants?: (() => Promise<AnswerAssistant>) | undefined;
}

/** The requests of interface 4.3 over both transports: `POST /dev` and gRPC. */
export const mountRequests =
  ({ tokens, controls, bus, assistants, ...limits }: RequestPorts): Mount =>
  ({ store, publicUrl, clock, log }) => {
    const { controlWithin } = limits;
    const requests = createRequests({ store, tokens, controls, clock, log, ...limits });
    const routes: FastifyPluginAsync = async (app) => {
      await app.register(createThirdPartyRoutes({ requests, clock, log }));
      await app.register(createHouseReads({ requests, store, bridges: controls, clock, log, controlWithin }));
      await app.register(createGrpcRoutes({ requests, store, bus, clock, log }));
      if (assistants !== undefined)
        await app.register(createAssistantRoutes({ requests, publicUrl, clock, log, load: assistants }));
    };
    return { routes, [Symbol.asyncDispose]: () => requests[Symbol.asyncDispose]() };
  };
