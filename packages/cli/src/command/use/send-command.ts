import type { Bridge } from '@plenum/client';
import type { CommandName } from '@plenum/protocol/command';

/** Sends a command whose body was read by the definition of its name. */
export const sendCommand = (
  bridge: Bridge,
  { name, body }: { readonly name: string; readonly body: unknown },
  options?: Parameters<Bridge['command']>[2],
): ReturnType<Bridge['command']> =>
  // The definition relates the body to the name, which the type cannot express for a name that a user typed.
  bridge.command(name as CommandName, body as never, options);
