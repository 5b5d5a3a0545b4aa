import { Dialog } from '../../design/dialog.tsx';
import type { Change } from '../context.tsx';
import { AskForm } from './ask-form.tsx';
import { Means } from './means.tsx';

interface AskFirstProps<T> {
  readonly title: string;
  /** What it means, a sentence each. */
  readonly means: readonly string[];
  readonly keep: string;
  readonly does: string;
  readonly change: Change<T>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDone?: (value: T) => void;
  readonly isGrave?: boolean;
}

/** Asks before something that cannot be taken back. */
export const AskFirst = <T,>(props: AskFirstProps<T>) => {
  const { title, means, isOpen, onClose, onDone, ...rest } = props;
  const close = () => {
    rest.change.clear();
    onClose();
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <AskForm
        {...rest}
        onClose={close}
        onDone={(value) => {
          onClose();
          onDone?.(value);
        }}
      >
        <Means sentences={means} />
      </AskForm>
    </Dialog>
  );
};
