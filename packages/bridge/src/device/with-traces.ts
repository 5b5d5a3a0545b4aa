import { isSampled, type TracedCommands, traceIdOf } from '@plenum/protocol/trace';
import type { Log } from '../log/log.ts';
import type { Device } from './device.ts';

/**
 * A device that counts the commands of requests with a `traceparent` as traced while they are under way, and writes down those
 * whose caller records its trace.
 */
export const withTraces = <D extends Device>(
  device: D,
  { traced, log }: { readonly traced: TracedCommands; readonly log: Log },
): D => ({
  ...device,
  commandFor: async (caller, ...commands) => {
    const { trace } = caller;
    if (trace === undefined) return device.commandFor(caller, ...commands);
    const result = await traced.during({ commands, trace }, () => device.commandFor(caller, ...commands));
    const outcome = result.ok ? 'done' : result.refusal.code;
    if (isSampled(trace))
      for (const { name } of commands)
        log.info(
          { trace: traceIdOf(trace), command: name, outcome },
          'a traced control from the local network',
        );
    return result;
  },
});
