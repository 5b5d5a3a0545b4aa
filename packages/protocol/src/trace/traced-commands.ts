import { type AnyCommand, catalogue } from '../command/catalogue.ts';
import { targetOf } from '../command/effect.ts';
import type { ComponentKind, ComponentRef } from '../component/kinds.ts';

/** Commands that one request performs together, with the `traceparent` of the request. */
export interface TracedRequest {
  readonly commands: readonly AnyCommand[];
  readonly trace: string;
}

/**
 * Tracks the commands of one installation that are part of a trace. This works because the changes that a command makes
 * are shown before the response to the command.
 */
export interface TracedCommands {
  /** Counts a request as in progress from before `perform` until its response, and resolves to that response. */
  during<Answer>(request: TracedRequest, perform: () => Promise<Answer>): Promise<Answer>;
  /** Returns the trace of the newest command in progress that changes a component. */
  traceOf(component: ComponentRef): string | undefined;
}

interface Cause {
  readonly target: ComponentRef;
  /** Other kinds whose components the command also changes. */
  readonly kinds: readonly ComponentKind[];
  readonly trace: string;
}

const toCauses = ({ commands, trace }: TracedRequest): Cause[] =>
  commands.map((command) => {
    const kinds = catalogue.get(command.name)!.alsoChanges;
    return { target: targetOf(command), kinds, trace };
  });

export function createTracedCommands(): TracedCommands {
  const causes = new Set<Cause>();
  return {
    during: async (request, perform) => {
      const own = toCauses(request);
      for (const cause of own) causes.add(cause);
      try {
        return await perform();
      } finally {
        for (const cause of own) causes.delete(cause);
      }
    },
    traceOf: ({ kind, index }) =>
      [...causes].findLast(
        ({ target, kinds }) => (target.kind === kind && target.index === index) || kinds.includes(kind),
      )?.trace,
  };
}
