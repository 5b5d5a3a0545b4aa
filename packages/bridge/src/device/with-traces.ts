import type { Log } from '@plenum/platform/quiet-log';
import { isSampled, type TracedCommands, type Tracer, traceIdOf } from '@plenum/protocol/trace';
import type { Decorator } from './decorate.ts';

export interface TracesDeps {
  readonly traced: TracedCommands;
  readonly tracer?: Tracer | undefined;
  readonly log: Log;
}

/**
 * Tracks commands with a `traceparent` while they run, and logs them afterwards if the caller records its trace. With a
 * tracer, every command of the local network is recorded.
 */
export const withTraces =
  ({ traced, tracer, log }: TracesDeps): Decorator =>
  (device) => ({
    commandFor: async (caller, ...commands) => {
      const { trace: parent } = caller;
      // The uplink records the controls of the cloud.
      const span =
        caller.by.over === 'cloud'
          ? undefined
          : tracer?.start({
              name: `command ${commands.map(({ name }) => name).join(', ')}`,
              kind: 'server',
              parent,
            });
      const trace = span?.traceparent ?? parent;
      if (trace === undefined) return device.commandFor(caller, ...commands);
      const result = await traced.during({ commands, trace }, () => device.commandFor(caller, ...commands));
      const code = result.ok ? 'done' : result.refusal.code;
      span?.end({ outcome: code }, result.ok ? undefined : code);
      if (parent !== undefined && isSampled(parent))
        for (const { name } of commands)
          log.info(
            { trace: traceIdOf(trace), command: name, outcome: code },
            'traced a control from the local network',
          );
      return result;
    },
  });
