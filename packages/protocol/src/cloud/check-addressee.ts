import { type AnyCommand, catalogue } from '../command/catalogue.ts';
import { targetOf } from '../command/effect.ts';
import { toComponentId } from '../component/component-id.ts';
import { type ComponentKind, type ComponentRef, componentKinds, kinds } from '../component/kinds.ts';
import type { Subsystem } from '../definition/subsystem.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';

/** The settings component of each subsystem. A VRF system does not have one in the cloud. */
const settings = new Map<Subsystem, ComponentKind>(
  componentKinds
    .filter((kind) => kinds[kind].token?.endsWith('_systemsettings'))
    .map((kind) => [kinds[kind].subsystem, kind]),
);

/**
 * Returns the components a command may be sent to: its own, and the settings component of its system (interface 4.3).
 */
export function addresseesOf(command: AnyCommand): readonly ComponentRef[] {
  const target = targetOf(command);
  const kind = settings.get(kinds[target.kind].subsystem);
  return kind === undefined || kind === target.kind ? [target] : [target, { kind, index: 0 }];
}

/** True if a command is available over the cloud (interface 4.4, "Availability"). */
export const isOverCloud = ({ name }: AnyCommand): boolean => catalogue.get(name)!.over.includes('cloud');

/**
 * Checks that a command may be sent to a component over the cloud. Refuses with `local-only` (403) if the command is
 * not available over the cloud, and with `wrong-component` (400) if the component cannot receive it.
 */
export function checkAddress(
  command: AnyCommand,
  to: { systemId: string } & ComponentRef,
): Result<AnyCommand> {
  if (!isOverCloud(command)) return refuse('local-only', { input: command.name });
  const addressees = addresseesOf(command);
  if (addressees.some(({ kind, index }) => kind === to.kind && index === to.index)) return ok(command);
  const components = addressees.map((ref) => toComponentId(to.systemId, ref)!);
  return refuse('wrong-component', { input: command.name, facts: { components } });
}
