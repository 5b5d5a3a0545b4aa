import type { BodyOf as BodyOfEndpoint, PathParameters } from '../endpoint/endpoint.ts';
import { accountRoutes } from './account.ts';
import { developerRoutes } from './developer.ts';
import { developmentRoutes, testClockRoutes } from './development.ts';
import { ownerRoutes } from './owner.ts';
import type { ConsoleRoute, RouteAnswer, RouteCaller, RouteQuery } from './route.ts';
import { sandboxRoutes } from './sandbox.ts';

const inContract = {
  ...accountRoutes,
  ...ownerRoutes,
  ...developerRoutes,
  ...sandboxRoutes,
  ...testClockRoutes,
} as const;

/** All routes of the console API by their `operationId`: those in the contract and those of development mode. */
export const consoleRoutes = { ...inContract, ...developmentRoutes } as const;

type Routes = typeof consoleRoutes;
export type ConsoleRouteId = keyof Routes;

/** The response of a route, and the members of its path, query and body; undefined if it has none. */
export type AnswerOf<Id extends ConsoleRouteId> = RouteAnswer<Routes[Id]>;
export type ParametersOf<Id extends ConsoleRouteId> = PathParameters<Routes[Id]['path']>;
export type QueryOf<Id extends ConsoleRouteId> = RouteQuery<Routes[Id]>;
export type BodyOf<Id extends ConsoleRouteId> = BodyOfEndpoint<Routes[Id]>;
export type CallerOf<Id extends ConsoleRouteId> = Routes[Id] extends {
  readonly caller: infer C extends RouteCaller;
}
  ? C
  : 'signed-in';

/** Returns the definition of a route. */
export const consoleRoute = (id: ConsoleRouteId): ConsoleRoute => consoleRoutes[id] as ConsoleRoute;

/** The route ids, in the order of the contract. */
export const contractRouteIds = Object.keys(inContract) as readonly (keyof typeof inContract)[];

/** The header with the form token, and the name of the session cookie over https. */
export const consoleHeaders = { formToken: 'X-Form-Token', session: '__Host-plenum_session' } as const;

/**
 * A cookie that is set together with the session cookie and that pages can read. If it is missing, the browser is not
 * signed in, so a page does not need to request the account. Over https its name begins with `__Host-`.
 */
export const signedInCookie = 'plenum_signed_in';
