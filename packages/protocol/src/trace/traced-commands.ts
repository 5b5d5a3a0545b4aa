import { type AnyCommand, catalogue } from '../command/catalogue.ts';
import { targetOf } from '../command/effect.ts';
import type { ComponentKind, ComponentRef } from '../component/kinds.ts';

/** Commands that are under way together, with the `traceparent` of their request. */
export interface TracedRequest {
  readonly commands: readonly AnyCommand[];
  readonly trace: string;
}

/** The commands of one installation that are part of a trace: every change that a command makes is shown before its answer. */
export interface TracedCommands {
  /** Counts a request as under way from before `perform` until its answer, which it resolves to. */
  during<Answer>(request: TracedRequest, perform: () => Promise<Answer>): Promise<Answer>;
  /** The trace of the newest command under way that changes a component. */
  traceOf(component: ComponentRef): string | undefined;
}

interface Cause {
  readonly target: ComponentRef;
  /** Kinds whose components the command changes besides. */
  readonly kinds: readonly ComponentKind[];
  readonly trace: string;
}

const toCauses = ({ commands, trace }: TracedRequest): Cause[] =>
  commands.map((command) => {
    const kinds = catalogue.get(command.name)!.alsoChanges;
    return { target: targetOf(command), kinds, trace };
  });

export const createTracedCommands = (): TracedCommands => {
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
};
