import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Dialog } from '../../design/overlay/dialog.tsx';
import { t } from '../../text/text.ts';
import { useAccountContext } from '../account-context.tsx';
import { BulletList } from '../frame/bullet-list.tsx';
import { PasswordDialogForm } from './password-dialog-form.tsx';

const consequences = ['settings.deletesHouses', 'settings.deletesApps', 'settings.deletesData'] as const;

const RemoveForm = ({ onClose }: { onClose: () => void }) => {
  const { session, toasts } = useAccountContext();
  return (
    <PasswordDialogForm
      route="removeAccount"
      cancelLabel={t('settings.keepAccount')}
      submitLabel={t('settings.deleteForever')}
      isDestructive
      onClose={onClose}
      onDone={() => {
        session.setAccount(undefined);
        toasts.showSuccess(t('settings.deleted'));
      }}
    >
      <BulletList sentences={consequences.map((each) => t(each))} />
    </PasswordDialogForm>
  );
};

/** Deletes the account after the user confirms with its password. */
export function RemoveAccount() {
  const [isAsking, setOpen] = useState(false);
  return (
    <>
      <p className="quiet">{t('settings.deleteHelp')}</p>
      <div>
        <Button className="button" onPress={() => setOpen(true)}>
          {t('settings.deleteMore')}
        </Button>
      </div>
      <Dialog title={t('settings.deleteQuestion')} isOpen={isAsking} onClose={() => setOpen(false)}>
        <RemoveForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
