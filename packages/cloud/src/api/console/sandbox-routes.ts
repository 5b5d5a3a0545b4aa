import { appScopes } from '@plenum/protocol/cloud';
import { isRefused, type Refused, refuseRequest } from '@plenum/protocol/console';
import { componentsPath, type SimulationStatus, simulationEndpoints } from '@plenum/protocol/simulation';
import type { FastifyPluginAsync } from 'fastify';
import { defaultControlWithin } from '../../fleet/controls/send-control.ts';
import type { Apps } from '../../identity/oauth/app/apps.ts';
import type { Authorization } from '../../identity/oauth/authorization.ts';
import { isScope } from '../../identity/oauth/scope.ts';
import type { Store } from '../../kernel/database/store.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { BindRoute } from './bind-route.ts';
import { toResult } from './recorded-routes.ts';

export interface SandboxRoutesDeps {
  readonly bind: BindRoute;
  readonly store: Store;
  /** `undefined` if this cloud has no test users. */
  readonly sandbox: Sandbox | undefined;
  readonly apps: Pick<Apps, 'makeTestKeys' | 'listOf'>;
  readonly issueTestTokens: Authorization['issueTestTokens'];
  /** Time a bridge has to reply, in ms; 10,000 by default. */
  readonly controlWithin?: number | undefined;
}

const { readSimulation, readRequests } = simulationEndpoints;

/** Creates the routes for test users, their houses, and the test keys of apps. */
export function createSandboxRoutes(deps: SandboxRoutesDeps): FastifyPluginAsync {
  const { bind, apps, controlWithin: within = defaultControlWithin } = deps;
  /** Runs a handler if this cloud has test users. */
  const having =
    <Call, Result>(handler: (sandbox: Sandbox, call: Call) => Promise<Result>) =>
    async (call: Call): Promise<Result | Refused> =>
      deps.sandbox === undefined ? refuseRequest('no-sandbox') : handler(deps.sandbox, call);
  /** Runs a handler if the house in the path belongs to a test user of the developer. */
  const ofHouse = <
    Call extends { readonly accountId: string; readonly parameters: { readonly systemId: string } },
    Result,
  >(
    handler: (sandbox: Sandbox, call: Call) => Promise<Result>,
  ) =>
    having(async (sandbox, call: Call): Promise<Result | Refused> => {
      const { systemId } = call.parameters;
      const isOwn = await sandbox.hasHouse(call.accountId, systemId);
      return isOwn ? handler(sandbox, call) : refuseRequest('no-such-test-house', { facts: { systemId } });
    });

  /** Returns the step of the clock of a house that continues; undefined if there is none. */
  const readStepping = async (sandbox: Sandbox, systemId: string) => {
    const status = toResult(
      await sandbox.simulate(systemId, { path: readSimulation.path }, within),
      'read',
      within,
    );
    const { stepping } = status as SimulationStatus;
    return stepping && { stepping };
  };

  return async (app) => {
    bind(
      app,
      'testUsers',
      having((sandbox, { accountId }) => sandbox.list(accountId)),
    );
    bind(
      app,
      'makeTestUser',
      having((sandbox, call) => sandbox.makeUser(call, call.body.name)),
    );
    bind(
      app,
      'removeTestUser',
      having((sandbox, call) => sandbox.removeUser(call, call.parameters.testUserId)),
    );
    bind(
      app,
      'unlinkTestUser',
      having((sandbox, call) => sandbox.unlink(call, call.parameters)),
    );
    bind(
      app,
      'shareTestHouse',
      having((sandbox, call) => sandbox.shareHouse(call, call.parameters, call.body)),
    );
    bind(
      app,
      'unshareTestHouse',
      having((sandbox, call) => sandbox.unshareHouse(call, call.parameters)),
    );
    bind(
      app,
      'makeTestHouse',
      having(async (sandbox, call) => {
        const { house = 'demo', file, place, seed, timeScale = 1 } = call.body;
        if (call.body.house !== undefined && file !== undefined)
          return refuseRequest('house-malformed', { facts: { why: 'Give house or file, not both.' } });
        return sandbox.makeHouse(call, call.parameters.testUserId, {
          house: file ?? house,
          place,
          seed,
          timeScale,
        });
      }),
    );
    bind(
      app,
      'removeTestHouse',
      having((sandbox, call) => sandbox.removeHouse(call, call.parameters.systemId)),
    );
    for (const [id, path] of [
      ['readSimulation', readSimulation.path],
      ['readTestRequests', readRequests.path],
      ['readTestComponents', componentsPath],
    ] as const)
      bind(
        app,
        id,
        ofHouse(async (sandbox, { parameters: { systemId } }) => {
          const reply = await sandbox.simulate(systemId, { path }, within);
          return toResult(reply, 'read', within);
        }),
      );
    bind(
      app,
      'changeSimulation',
      ofHouse(async (sandbox, { accountId: developerId, parameters: { systemId }, body }) => {
        const apply = async () =>
          toResult(
            await sandbox.simulate(systemId, { path: readSimulation.path, body }, within),
            'write',
            within,
          );
        const { ClockScale: scale, ClockStep: step } = body as Readonly<Record<string, unknown>>;
        const change = () =>
          typeof scale === 'number' && scale >= 0
            ? sandbox.changeScale({ developerId, systemId, scale: Math.ceil(scale) }, apply)
            : apply();
        const result =
          typeof step === 'number' && step > 0
            ? await sandbox.stepClock({ developerId, seconds: step }, change)
            : await change();
        if (isRefused(result)) return result;
        return step === undefined ? undefined : readStepping(sandbox, systemId);
      }),
    );
    bind(
      app,
      'makeTestKeys',
      having(
        async (_, call) =>
          (await apps.makeTestKeys(call.parameters.clientId, call)) ?? refuseRequest('no-such-app'),
      ),
    );
    bind(
      app,
      'makeTestTokens',
      having(async (sandbox, { accountId, address, parameters: { clientId, testUserId }, body }) => {
        const { scope = 'query-control' } = body;
        const asked = scope.split(' ').filter((word) => word !== '');
        const scopes = asked.filter(isScope).filter((each) => Object.hasOwn(appScopes, each));
        if (scopes.length !== asked.length || !scopes.includes('query-control'))
          return refuseRequest('scope-malformed', { facts: { scopes: Object.keys(appScopes).join(', ') } });
        if (!(await sandbox.hasUser(accountId, testUserId)))
          return refuseRequest('no-such-test-user', { facts: { testUserId } });
        const found = (await apps.listOf(accountId)).find((one) => one.clientId === clientId);
        if (found === undefined) return refuseRequest('no-such-app');
        const { testClientId } = found;
        if (testClientId === undefined) return refuseRequest('no-test-keys');
        const tokens = await deps.issueTestTokens({
          developer: { accountId, address },
          testUserId,
          clientId: testClientId,
          scopes,
        });
        return { clientId: testClientId, ...tokens };
      }),
    );
  };
}
