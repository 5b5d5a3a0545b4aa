import type { Result } from '@plenum/protocol/refusal';
import { damperTestEndpoints } from '@plenum/protocol/zone';
import type { DamperTests } from '../../damper-test/damper-tests.ts';
import { refuseInstaller } from '../../device/with-authority.ts';
import { toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { readBody } from '../body.ts';
import { callerOf, type InstallerCheck } from '../caller.ts';
import type { HttpRequest } from '../request.ts';
import { type Route, servedAt } from '../route.ts';

const { readDamperTests, startDamperTest, endDamperTest } = damperTestEndpoints;

/** Creates the routes of damper tests, which only an installer may start or end (decisions/030). */
export function createDamperTestRoutes(tests: DamperTests, isInstaller: InstallerCheck): Route[] {
  const forInstaller = (
    endpoint: typeof startDamperTest | typeof endDamperTest,
    act: (zone: number, request: HttpRequest) => Promise<Result<undefined>>,
  ): Route => ({
    ...servedAt(endpoint),
    handle: async (request) => {
      const body = readBody(endpoint, request);
      const done = body.ok
        ? (refuseInstaller(isInstaller(request), endpoint.path) ?? (await act(body.value.zone, request)))
        : body;
      return toAnswer(done, () => toTextAnswer('OK'));
    },
  });
  return [
    { ...servedAt(readDamperTests), handle: () => toJsonAnswer(JSON.stringify(tests.read())) },
    forInstaller(startDamperTest, (zone, request) => tests.start(zone, callerOf(request).by)),
    forInstaller(endDamperTest, tests.end),
  ];
}
