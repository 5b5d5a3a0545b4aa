import { extensionEndpoints, type InstallerAnswer, type MatterPairing } from '@plenum/protocol/extension';
import { toJsonAnswer } from '../answer.ts';
import type { InstallerCheck } from '../caller.ts';
import { type Route, servedAt } from '../route.ts';

/** Returns the pairing information for a Matter controller, if the house is shown over Matter. */
export type ReadMatterPairing = () => MatterPairing | undefined;

/**
 * `GET /installer`: reports whether the client may give an installer's commands (decisions/030) and, if it may, how to
 * pair a Matter controller.
 */
export const createInstallerRoute = (
  isInstaller: InstallerCheck,
  readMatterPairing: ReadMatterPairing = () => undefined,
): Route => ({
  ...servedAt(extensionEndpoints.readInstallerAccess),
  handle: (request) => {
    const access = isInstaller(request);
    const matter = access === 'allowed' ? readMatterPairing() : undefined;
    return toJsonAnswer(JSON.stringify({ access, ...(matter && { matter }) } satisfies InstallerAnswer));
  },
});
