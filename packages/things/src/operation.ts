import type { Command } from '@plenum/protocol/command';

/** Subsystems whose commands are local only and an owner's all the same (interface 4.4). */
const ownersAtHome: ReadonlySet<string> = new Set(['irrigation', 'power']);

/**
 * Whether a command operates a house. An installer's commands never pass a broker, to which many programs of a home have
 * access: they are those that are not accepted over the cloud either.
 */
export const isOperation = ({ over, subsystem }: Pick<Command, 'over' | 'subsystem'>): boolean =>
  over.includes('cloud') || ownersAtHome.has(subsystem);
