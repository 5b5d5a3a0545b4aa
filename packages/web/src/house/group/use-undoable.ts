import type { ComponentKind, Datagrams } from '@plenum/protocol/component';
import type { Sent } from '../../live/restore.ts';
import { t } from '../../text/text.ts';
import { useHouseContext } from '../house-context.tsx';

/** The components that a change to several rooms may affect. */
const kinds: readonly ComponentKind[] = ['unit', 'zone', 'split', 'vrf'];

interface Change {
  readonly commands: readonly Sent[];
  /** A sentence that describes the change. */
  readonly sentence: string;
  /** The state that the house will show, if it differs from the effect of the commands. */
  readonly expected?: Datagrams;
}

/** Returns a function that sends several commands, and offers for 10 s to restore the previous settings exactly. */
export function useUndoable(): (change: Change) => Promise<boolean> {
  const { house, toasts } = useHouseContext();
  const sendAll = async (commands: readonly Sent[]): Promise<boolean> => {
    // The commands are sent together, so that the page shows all effects. The bridge processes them in this order.
    const done = await Promise.all(commands.map(([name, body]) => house.command(name, body)));
    return done.some(Boolean);
  };
  return async ({ commands, sentence, expected }) => {
    if (commands.length === 0) {
      toasts.showSuccess(sentence);
      return true;
    }
    const before = house.state.get().datagrams;
    const loading = import('../../live/restore.ts').catch(() => undefined);
    if (!(await sendAll(commands))) return false;
    const restore = await loading;
    // Undo is offered only if the change can be undone.
    if (restore === undefined) {
      toasts.showSuccess(sentence);
      return true;
    }
    const meant = expected ?? house.state.get().datagrams;
    toasts.showUndo(sentence, {
      label: t('group.undo'),
      run: async () => {
        const restoring = restore.restoringCommands(before, [meant, house.state.get().datagrams], kinds);
        for (const sent of restoring) await sendAll([sent]);
        toasts.showSuccess(t('group.undone'));
      },
    });
    return true;
  };
}
