import { isSampled, type TracedCommands, traceIdOf } from '@plenum/protocol/trace';
import type { Log } from '../log/log.ts';
import type { Decorator } from './decorate.ts';

/** Tracks commands with a `traceparent` while they run, and logs them afterwards if the caller records its trace. */
export const withTraces =
  ({ traced, log }: { readonly traced: TracedCommands; readonly log: Log }): Decorator =>
  (device) => ({
    commandFor: async (caller, ...commands) => {
      const { trace } = caller;
      if (trace === undefined) return device.commandFor(caller, ...commands);
      const result = await traced.during({ commands, trace }, () => device.commandFor(caller, ...commands));
      const outcome = result.ok ? 'done' : result.refusal.code;
      if (isSampled(trace))
        for (const { name } of commands)
          log.info(
            { trace: traceIdOf(trace), command: name, outcome },
            'traced a control from the local network',
          );
      return result;
    },
  });
