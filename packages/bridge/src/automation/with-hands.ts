import type { AnyCommand } from '@plenum/protocol/command';
import type { EventOrigin } from '@plenum/protocol/extension';
import type { Decorator } from '../device/decorate.ts';

/** Commands that a person gave, also those that left everything as it was; `at` is the time of the house. */
export interface HandCommands {
  readonly commands: readonly AnyCommand[];
  readonly at: number;
}

const own: readonly EventOrigin['over'][] = ['schedule', 'automatic'];

/** Reports the commands of people once they are done. */
export const withHands =
  (report: (given: HandCommands) => void): Decorator =>
  (device) => ({
    commandFor: async (caller, ...commands) => {
      const done = await device.commandFor(caller, ...commands);
      if (done.ok && !own.includes(caller.by.over)) report({ commands, at: device.at() });
      return done;
    },
  });
