import type { BodyOf as BodyOfEndpoint, PathParameters } from '../endpoint/endpoint.ts';
import { accountRoutes } from './account.ts';
import { developerRoutes } from './developer.ts';
import { developmentRoutes } from './development.ts';
import { ownerRoutes } from './owner.ts';
import type { ConsoleRoute, RouteAnswer, RouteCaller, RouteQuery } from './route.ts';

const inContract = { ...accountRoutes, ...ownerRoutes, ...developerRoutes } as const;

/** All routes of the console API: those of the contract by their `operationId`, and those of development mode. */
export const consoleRoutes = { ...inContract, ...developmentRoutes } as const;

type Routes = typeof consoleRoutes;
export type ConsoleRouteId = keyof Routes;

/** The answer of a route, and the members of its path, query and body; undefined where it has none. */
export type AnswerOf<Id extends ConsoleRouteId> = RouteAnswer<Routes[Id]>;
export type ParametersOf<Id extends ConsoleRouteId> = PathParameters<Routes[Id]['path']>;
export type QueryOf<Id extends ConsoleRouteId> = RouteQuery<Routes[Id]>;
export type BodyOf<Id extends ConsoleRouteId> = BodyOfEndpoint<Routes[Id]>;
export type CallerOf<Id extends ConsoleRouteId> = Routes[Id] extends {
  readonly caller: infer C extends RouteCaller;
}
  ? C
  : 'signed-in';

/** The definition of a route. */
export const consoleRoute = (id: ConsoleRouteId): ConsoleRoute =>
  consoleRoutes[id] as unknown as ConsoleRoute;

/** The ids of the routes in the contract, in its order. */
export const contractRouteIds = Object.keys(inContract) as readonly (keyof typeof inContract)[];

/** The header that carries the form token, and the cookie of a session over https. */
export const consoleHeaders = { formToken: 'X-Form-Token', session: '__Host-plenum_session' } as const;

/**
 * The cookie that a browser has beside that of its session, and that pages can read: without it nobody is signed in, and a
 * page need not ask for the account. Over https its name begins with `__Host-`.
 */
export const signedInCookie = 'plenum_signed_in';
