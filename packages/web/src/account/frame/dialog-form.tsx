import type { FormEvent, ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { t } from '../../text/text.ts';
import type { Mutation } from '../account-context.tsx';

interface DialogFormProps<T> {
  readonly change: Pick<Mutation<never, unknown>, 'isBusy' | 'refusal'>;
  /** Makes the change. */
  readonly run: () => Promise<{ readonly value: T } | undefined>;
  readonly cancelLabel?: string;
  readonly submitLabel: string;
  readonly isDestructive?: boolean;
  readonly isDisabled?: boolean;
  /** If it is omitted, the form is part of a page and cannot be cancelled. */
  readonly onClose?: () => void;
  readonly onDone?: (value: T) => void;
  readonly children: ReactNode;
}

/** A form in a dialog or a page: its content, the error of the request, and buttons to cancel and submit. */
export function DialogForm<T>(props: DialogFormProps<T>) {
  const {
    change,
    run,
    cancelLabel = t('common.cancel'),
    submitLabel,
    isDestructive = false,
    isDisabled = false,
  } = props;
  const { onClose, onDone, children } = props;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run();
    if (done !== undefined) onDone?.(done.value);
  };
  return (
    <form className="form" onSubmit={submit}>
      {children}
      <FormError sentence={change.refusal?.sentence} />
      <div className="dialog__choices">
        {onClose !== undefined && (
          <Button className="button" onPress={onClose}>
            {cancelLabel}
          </Button>
        )}
        <ActionButton
          variant={isDestructive ? 'danger' : 'main'}
          isBusy={change.isBusy}
          isDisabled={isDisabled}
        >
          {submitLabel}
        </ActionButton>
      </div>
    </form>
  );
}
