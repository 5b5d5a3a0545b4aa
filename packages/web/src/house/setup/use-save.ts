import type { CommandName } from '@plenum/protocol/command';
import { useRef, useState } from 'react';
import { useHouseContext } from '../house-context.tsx';

/** State of a setting that is saved immediately. */
export type SaveState =
  | { readonly is: 'idle' | 'saving' | 'saved' }
  /** The bridge refused the value, with the reason. */
  | { readonly is: 'refused'; readonly why: string };

export type SetupCommand = readonly [name: CommandName, body: unknown];

/** A real bridge has to show a setting before it counts as saved. */
const prefer = 'wait=30';

/** Returns the state of a setting, and a function that sends its commands one after another until one is refused. */
export function useSave(): readonly [SaveState, (...commands: readonly SetupCommand[]) => Promise<boolean>] {
  const { house } = useHouseContext();
  const [state, setState] = useState<SaveState>({ is: 'idle' });
  const latest = useRef(0);
  const save = async (...commands: readonly SetupCommand[]) => {
    const number = ++latest.current;
    const show = (next: SaveState) => number === latest.current && setState(next);
    show({ is: 'saving' });
    for (const [name, body] of commands) {
      const onError = (why: string) => show({ is: 'refused', why });
      if (!(await house.command(name, body, { prefer, onError }))) return false;
    }
    show({ is: 'saved' });
    return true;
  };
  return [state, save];
}
