import { type AnyCommand, catalogue } from '@plenum/protocol/command';
import type { InstallerAccess } from '@plenum/protocol/extension';
import { type Refusal, refuse } from '@plenum/protocol/refusal';
import type { Caller, Device } from './device.ts';

/** Why a caller may not do what only an installer may; undefined where it may. `what` is named in the sentence. */
export const refuseInstaller = (
  access: InstallerAccess | undefined,
  what: string,
): { readonly ok: false; readonly refusal: Refusal } | undefined => {
  if (access === 'allowed') return undefined;
  return refuse(access === 'needs-key' ? 'installer-key-required' : 'installer-only', { input: what });
};

const isInstallers = ({ name }: AnyCommand): boolean => catalogue.get(name)?.authority === 'installer';

/**
 * A device that performs an installer's commands only for callers that may give them. The commands of all callers pass
 * through it: one without `installer` gives only an owner's (decisions/030).
 */
export const withAuthority = <D extends Device>(device: D): D => ({
  ...device,
  commandFor: async (caller: Caller, ...commands: readonly AnyCommand[]) => {
    const command = commands.find(isInstallers);
    const refused = command && refuseInstaller(caller.installer, command.name);
    return refused ?? device.commandFor(caller, ...commands);
  },
});
