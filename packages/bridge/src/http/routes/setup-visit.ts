import { setupVisitEndpoints } from '@plenum/protocol/zone';
import type { SetupVisit } from '../../house/setup-visit.ts';
import type { Route } from '../route.ts';
import type { InstallerRoutes } from './for-installer.ts';

const { readSetupVisit, markZone, nameInstaller, endSetupVisit } = setupVisitEndpoints;

/** Creates the routes of the visit of an installer. */
export const createSetupVisitRoutes = (visit: SetupVisit, { read, write }: InstallerRoutes): Route[] => [
  read(readSetupVisit, visit.read),
  write(markZone, ({ zone, isDone }) => visit.mark(zone, isDone)),
  write(nameInstaller, ({ installer }) => visit.nameInstaller(installer)),
  write(endSetupVisit, visit.end),
];
