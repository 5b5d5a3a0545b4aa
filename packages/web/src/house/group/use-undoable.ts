import type { ComponentKind, Datagrams } from '@plenum/protocol/component';
import type { Sent } from '../../live/restore.ts';
import { t } from '../../text/text.ts';
import { useHouseContext } from '../context/house-context.tsx';

/** The components that a change of many settings may touch. */
const kinds: readonly ComponentKind[] = ['unit', 'zone', 'split', 'vrf'];

interface Change {
  readonly commands: readonly Sent[];
  /** What was done, in a sentence. */
  readonly sentence: string;
  /** What the house will show, where the effect of the commands does not say. */
  readonly expected?: Datagrams;
}

/** Sends commands that change much, and offers for 10 s to restore the exact settings from before. */
export const useUndoable = (): ((change: Change) => Promise<boolean>) => {
  const { house, toasts } = useHouseContext();
  const sendAll = async (commands: readonly Sent[]): Promise<boolean> => {
    // All at once, so that the page shows all effects; the bridge takes them in this order.
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
    // What cannot be restored is not offered.
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
};
