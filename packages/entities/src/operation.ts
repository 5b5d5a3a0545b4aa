import type { Command } from '@plenum/protocol/definition';

/**
 * True if a command operates a house. An installer's commands are not accepted from a broker, which many programs in a
 * home can access, nor are lighting commands that the cloud does not accept (lighting 3).
 */
export const isOperation = ({
  authority,
  over,
  subsystem,
}: Pick<Command, 'authority' | 'over' | 'subsystem'>): boolean =>
  authority !== 'installer' && (over.includes('cloud') || subsystem !== 'lighting');
