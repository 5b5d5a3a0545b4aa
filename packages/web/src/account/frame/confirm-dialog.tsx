import { Dialog } from '../../design/overlay/dialog.tsx';
import type { Mutation } from '../account-context.tsx';
import { BulletList } from './bullet-list.tsx';
import { DialogForm } from './dialog-form.tsx';

interface ConfirmDialogProps<T> {
  readonly title: string;
  /** The consequences, one sentence each. */
  readonly consequences: readonly string[];
  readonly cancelLabel: string;
  readonly submitLabel: string;
  readonly change: Mutation<[], T>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDone?: (value: T) => void;
  readonly isDestructive?: boolean;
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog<T>(props: ConfirmDialogProps<T>) {
  const { title, consequences, isOpen, onClose, onDone, ...rest } = props;
  const close = () => {
    rest.change.clear();
    onClose();
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <DialogForm
        {...rest}
        run={rest.change.run}
        onClose={close}
        onDone={(value) => {
          onClose();
          onDone?.(value);
        }}
      >
        <BulletList sentences={consequences} />
      </DialogForm>
    </Dialog>
  );
}
