import { type SqlBool, sql } from 'kysely';

/** The `url` of the endpoint of a listener, at which nothing can be reached. */
export const toListenerUrl = (endpointId: string): string => `listener:${endpointId}`;

/** The condition that a row of `endpoint` is a listener, whose messages go through its connection (decisions/050). */
export const isListener = sql<SqlBool>`endpoint.url LIKE 'listener:%'`;

/** The condition that a row of `endpoint` has a URL. */
export const hasUrl = sql<SqlBool>`endpoint.url NOT LIKE 'listener:%'`;
