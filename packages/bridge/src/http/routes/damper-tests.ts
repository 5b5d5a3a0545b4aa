import { damperTestEndpoints } from '@plenum/protocol/zone';
import type { DamperTests } from '../../damper-test/damper-tests.ts';
import { toJsonAnswer } from '../answer.ts';
import { callerOf } from '../caller.ts';
import { type Route, servedAt } from '../route.ts';
import type { InstallerRoutes } from './for-installer.ts';

const { readDamperTests, startDamperTest, endDamperTest } = damperTestEndpoints;

/** Creates the routes of damper tests, which only an installer may start or end. */
export const createDamperTestRoutes = (tests: DamperTests, { write }: InstallerRoutes): Route[] => [
  { ...servedAt(readDamperTests), handle: () => toJsonAnswer(JSON.stringify(tests.read())) },
  write(startDamperTest, ({ zone }, request) => tests.start(zone, callerOf(request).by)),
  write(endDamperTest, ({ zone }) => tests.end(zone)),
];
