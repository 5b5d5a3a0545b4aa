import { type AnyCommand, catalogue } from '../command/catalogue.ts';
import type { Subsystem } from '../command/command.ts';
import { toComponentId } from '../component/component-id.ts';
import type { ComponentKind, ComponentRef } from '../component/kinds.ts';
import { type Dialect, neutral } from '../dialect/dialect.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { targets } from './targets.ts';

/** The settings component of each subsystem; a VRF system has none in the cloud. */
const settings: Readonly<Record<Subsystem, ComponentKind | undefined>> = {
  ac: 'unit',
  split: 'splitSystem',
  vrf: undefined,
  irrigation: 'irrigation',
  power: 'power',
};

/** The component a command changes. */
export const targetOf = ({ name, body }: AnyCommand): ComponentRef => {
  const { kind, by, from = 0 } = targets[name];
  if (by === undefined) return { kind, index: 0 };
  const index = by === 'value' ? body : (body as unknown as Readonly<Record<string, unknown>>)[by];
  return { kind, index: (index as number) - from };
};

/** The components a command may be sent to: the one it changes, and the settings component of its system (interface 4.3). */
export const takersOf = (command: AnyCommand): readonly ComponentRef[] => {
  const target = targetOf(command);
  const kind = settings[catalogue.get(command.name)!.subsystem];
  return kind === undefined || kind === target.kind ? [target] : [target, { kind, index: 0 }];
};

/** Whether a command is taken over the cloud at all (interface 4.4, "Availability"). */
export const isOverCloud = ({ name }: AnyCommand): boolean => catalogue.get(name)!.over.includes('cloud');

/**
 * Checks that a command may go to a component over the cloud: it is one of the cloud's (else `local-only`, 403), and
 * it is sent to the component it changes or its system's settings component (else `wrong-component`, 400).
 */
export const checkAddress = (
  command: AnyCommand,
  to: { systemId: string } & ComponentRef,
  dialect: Dialect = neutral,
): Result<AnyCommand> => {
  if (!isOverCloud(command)) return refuse('local-only', { input: command.name });
  const takers = takersOf(command);
  if (takers.some(({ kind, index }) => kind === to.kind && index === to.index)) return ok(command);
  const components = takers.map((ref) => toComponentId(to.systemId, ref, dialect)!);
  return refuse('wrong-component', { input: command.name, facts: { components } });
};
