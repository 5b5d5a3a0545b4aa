import { simulationEndpoints } from '@plenum/protocol/simulation';
import type { RecentRequests } from '../../requests/recent-requests.ts';
import { toJsonAnswer } from '../answer.ts';
import { type ReadRoute, servedAt } from '../route.ts';

/** `GET /simulation/requests`: the latest requests, with command lines for the host that this client uses. */
export const createRequestsRoute = (recent: RecentRequests, hasTls: boolean): ReadRoute => ({
  ...servedAt(simulationEndpoints.readRequests),
  read: ({ headers }) => {
    const origin = `${hasTls ? 'https' : 'http'}://${headers.host ?? 'localhost'}`;
    return toJsonAnswer(JSON.stringify(recent.read(origin)));
  },
});
