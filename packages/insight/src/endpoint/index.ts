import { alertEndpoints } from '@plenum/protocol/alert';
import type { AnswerOf, BridgeEndpoint, QueryOf } from '@plenum/protocol/endpoint';
import { backupEndpoints, extensionEndpoints } from '@plenum/protocol/extension';
import { comfortEndpoints, exceptionEndpoints } from '@plenum/protocol/schedule';
import { overrideEndpoints, simulationEndpoints } from '@plenum/protocol/simulation';
import { damperTestEndpoints, setupVisitEndpoints } from '@plenum/protocol/zone';
import { automationEndpoints } from '../automation/endpoints.ts';
import { diagnosticsEndpoints } from '../diagnostics/endpoints.ts';
import { energyEndpoints } from '../energy/endpoints.ts';
import { explainEndpoints } from '../explain/endpoints.ts';
import { groupEndpoints } from '../group/endpoints.ts';

const named = {
  ...extensionEndpoints,
  ...energyEndpoints,
  ...exceptionEndpoints,
  ...comfortEndpoints,
  ...automationEndpoints,
  ...groupEndpoints,
  ...alertEndpoints,
  ...damperTestEndpoints,
  ...setupVisitEndpoints,
  ...backupEndpoints,
  ...explainEndpoints,
  ...diagnosticsEndpoints,
  ...simulationEndpoints,
} as const;

const toKebab = (name: string): string => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

/** All endpoints that a bridge adds to the interface, by `operationId`. */
export const bridgeEndpoints: ReadonlyMap<string, BridgeEndpoint> = new Map<string, BridgeEndpoint>([
  ...Object.entries(named).map(([name, endpoint]) => [toKebab(name), endpoint as BridgeEndpoint] as const),
  ...Array.from(overrideEndpoints, ([name, endpoint]) => [`simulate-${name}`, endpoint] as const),
]);

/** Endpoints of a bridge that an app with the scope `history` may read through the cloud. */
export const houseReads: readonly BridgeEndpoint[] = Array.from(bridgeEndpoints.values()).filter(
  ({ isForApps }) => isForApps,
);

type HouseReads = Extract<(typeof named)[keyof typeof named], { readonly isForApps: true }>;

/** A path in `houseReads`, with its query and answer. */
export type HouseRead = HouseReads['path'];
export type HouseReadQuery<Path extends HouseRead> = QueryOf<Extract<HouseReads, { readonly path: Path }>>;
export type HouseReadAnswer<Path extends HouseRead> = AnswerOf<Extract<HouseReads, { readonly path: Path }>>;
