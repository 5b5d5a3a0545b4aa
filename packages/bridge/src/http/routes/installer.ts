import type { InstallerAnswer } from '@plenum/protocol/extension';
import { toJsonAnswer } from '../answer.ts';
import type { InstallerCheck } from '../caller.ts';
import type { Route } from '../route.ts';

/** `GET /installer`: whether this client may give an installer's commands (decisions/030). */
export const createInstallerRoute = (isInstaller: InstallerCheck): Route => ({
  method: 'GET',
  path: '/installer',
  endpoint: 'installer',
  handle: (request) =>
    toJsonAnswer(JSON.stringify({ access: isInstaller(request) } satisfies InstallerAnswer)),
});
