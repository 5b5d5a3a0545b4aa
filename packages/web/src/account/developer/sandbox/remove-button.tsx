import { useState } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../../../text/text.ts';
import type { Mutation } from '../../account-context.tsx';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';

interface RemoveButtonProps {
  readonly name: string;
  /** A sentence that says what is removed with it. */
  readonly consequence: string;
  readonly remove: Mutation<[], unknown>;
}

/** A button that removes something for good, after a question. */
export function RemoveButton({ name, consequence, remove }: RemoveButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className="button button--small"
        aria-label={t('settings.removeOf', { name })}
        onPress={() => setOpen(true)}
      >
        {t('common.remove')}
      </Button>
      <ConfirmDialog
        title={t('settings.removeQuestion', { name })}
        consequences={[consequence]}
        cancelLabel={t('account.keepIt')}
        submitLabel={t('console.removeForever')}
        change={remove}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isDestructive
      />
    </>
  );
}
