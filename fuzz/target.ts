import type fc from '@plenum/testbed/fast-check';

/** The cases of a target, and a check that throws if a case violates the property. */
export interface Started<Case> {
  readonly cases: fc.Arbitrary<Case>;
  /** Returns `true`, or a promise of it, if the input was accepted; a report contains the share of these cases. */
  readonly check: (given: Case) => unknown;
  /** Checks once after the last case, for example that a process still serves and did not grow. */
  readonly finish?: () => Promise<void>;
}

/** A parser or an interface that is given mutated input. */
export interface Target {
  readonly name: string;
  /** Its share of all cases, relative to the other targets: large for fast parsers, small for whole connections. */
  readonly weight: number;
  /** The reason why it cannot run on this machine; `false` if it can. */
  readonly missing?: string | false;
  /** Starts what it needs, which ends with the stack. */
  readonly start: (stack: AsyncDisposableStack) => Started<unknown> | Promise<Started<unknown>>;
}

/** Declares a target with the type of its cases. */
export const target = <Case>(
  about: Omit<Target, 'start'> & {
    readonly start: (stack: AsyncDisposableStack) => Started<Case> | Promise<Started<Case>>;
  },
): Target => about as Target;

/** Declares a parser in this process that must neither throw nor work for long, whatever it is given. */
export const parser = <Case>(
  name: string,
  { weight = 20, ...started }: Started<Case> & { readonly weight?: number },
): Target => target({ name, weight, start: () => started });
