import { parseBody } from '@plenum/protocol/check';
import { checkBody } from '@plenum/protocol/endpoint';
import type { Result } from '@plenum/protocol/refusal';
import { damperTestEndpoints } from '@plenum/protocol/zone';
import type { DamperTests } from '../../damper-test/damper-tests.ts';
import { refuseInstaller } from '../../device/with-authority.ts';
import { toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { bodyOf } from '../body.ts';
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
      const body = bodyOf(request);
      const parsed = body.ok ? parseBody(body.value) : body;
      const checked = parsed.ok ? checkBody(endpoint, parsed.value) : parsed;
      const done = checked.ok
        ? (refuseInstaller(isInstaller(request), endpoint.path) ?? (await act(checked.value.zone, request)))
        : checked;
      return toAnswer(done, () => toTextAnswer('OK'));
    },
  });
  return [
    { ...servedAt(readDamperTests), handle: () => toJsonAnswer(JSON.stringify(tests.read())) },
    forInstaller(startDamperTest, (zone, request) => tests.start(zone, callerOf(request).by)),
    forInstaller(endDamperTest, tests.end),
  ];
}
