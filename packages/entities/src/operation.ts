import type { Command } from '@plenum/protocol/definition';

/**
 * Whether a command operates a house. An installer's commands never pass a broker, to which many programs of a home have
 * access. Of lighting, those are all that are not accepted over the cloud (lighting 3).
 */
export const isOperation = ({
  authority,
  over,
  subsystem,
}: Pick<Command, 'authority' | 'over' | 'subsystem'>): boolean =>
  authority !== 'installer' && (over.includes('cloud') || subsystem !== 'lighting');
