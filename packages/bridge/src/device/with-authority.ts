import { type AnyCommand, catalogue } from '@plenum/protocol/command';
import type { InstallerAccess } from '@plenum/protocol/extension';
import { type Refusal, refuse } from '@plenum/protocol/refusal';
import type { Decorator } from './decorate.ts';

/**
 * Returns a refusal if the action requires an installer and the caller is not one, otherwise `undefined`. The refusal
 * names `what`.
 */
export function refuseInstaller(
  access: InstallerAccess | undefined,
  what: string,
): { readonly ok: false; readonly refusal: Refusal } | undefined {
  if (access === 'allowed') return undefined;
  return refuse(access === 'needs-key' ? 'installer-key-required' : 'installer-only', { input: what });
}

const isInstallers = ({ name }: AnyCommand): boolean => catalogue.get(name)?.authority === 'installer';

/**
 * Performs an installer's commands only for callers that may give them: a caller without `installer` may only give an
 * owner's commands (decisions/030).
 */
export const withAuthority: Decorator = (device) => ({
  commandFor: async (caller, ...commands) => {
    const command = commands.find(isInstallers);
    const refused = command && refuseInstaller(caller.installer, command.name);
    return refused ?? device.commandFor(caller, ...commands);
  },
});
