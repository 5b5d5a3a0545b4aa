import type { ActionContext, Behavior } from '@matter/main';
import { hasRemoteActor } from '@matter/main/protocol';
import { noteWritten, perform } from './controls.ts';

// biome-ignore lint/suspicious/noExplicitAny: a mixin extends any class
type AnyBehavior = abstract new (...args: any[]) => any;

/**
 * Turns attributes of a cluster into requests: if a controller changes an attribute, by a write or a command, the
 * change is committed once the house has executed it, and rejected otherwise.
 */
export function withRequests<B extends Behavior.Type>(Base: B, attributes: readonly string[]): B {
  class WithRequests extends (Base as AnyBehavior) {
    async initialize() {
      await super.initialize?.();
      for (const attribute of attributes) {
        const react = function (this: WithRequests, value: unknown, _: unknown, context: ActionContext) {
          if (!hasRemoteActor(context)) return undefined;
          return perform(this.endpoint, { what: `${Base.id}.${attribute}`, value, state: this.state });
        };
        const event = this.events[`${attribute}$Changing`];
        // Delays the commit until the house has responded.
        event.isAsync = true;
        this.reactTo(event, react);
        const note = function (this: WithRequests, _: unknown, __: unknown, context: ActionContext) {
          if (hasRemoteActor(context)) noteWritten(this.endpoint);
        };
        this.reactTo(this.events[`${attribute}$Changed`], note);
      }
    }
  }
  // The subclass has the members of its base, whose type was erased above.
  return WithRequests as unknown as B;
}
