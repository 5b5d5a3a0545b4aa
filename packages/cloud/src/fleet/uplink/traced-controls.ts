import { type AnyCommand, catalogue, targetOf } from '@plenum/protocol/command';
import type { ComponentKind, ComponentRef } from '@plenum/protocol/component';

/** A command that is under way, with the `traceparent` of its request. */
export interface TracedControl {
  readonly command: Readonly<Record<string, unknown>>;
  readonly trace: string;
}

/** The controls of one connection that are part of a trace. A bridge sends every change that a control made before its result. */
export interface TracedControls {
  /** Counts a control as under way until its answer, which it resolves to. */
  during<Answer>(answered: Promise<Answer>, control: TracedControl): Promise<Answer>;
  /** The trace of the newest control under way that changes a component. */
  traceOf(component: ComponentRef): string | undefined;
}

interface Cause {
  readonly target: ComponentRef;
  /** Kinds whose components the command changes besides. */
  readonly kinds: readonly ComponentKind[];
  readonly trace: string;
}

const toCause = ({ command, trace }: TracedControl): Cause => {
  const [[name, body]] = Object.entries(command) as [[string, unknown]];
  const target = targetOf({ name, body } as AnyCommand);
  return { target, kinds: catalogue.get(name)!.alsoChanges, trace };
};

export const createTracedControls = (): TracedControls => {
  const causes = new Set<Cause>();
  return {
    during: async (answered, control) => {
      const cause = toCause(control);
      causes.add(cause);
      try {
        return await answered;
      } finally {
        causes.delete(cause);
      }
    },
    traceOf: ({ kind, index }) =>
      [...causes].findLast(
        ({ target, kinds }) => (target.kind === kind && target.index === index) || kinds.includes(kind),
      )?.trace,
  };
};
