import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Dialog } from '../../design/dialog.tsx';
import { useAccountContext } from '../context/account-context.tsx';
import { BulletList } from '../frame/bullet-list.tsx';
import { PasswordDialogForm } from './password-dialog-form.tsx';

const consequences = [
  'Your houses are released: they keep running, and the next account to pair them owns them.',
  'Apps you allowed lose their access, and apps you created stop working for everybody.',
  'All data is deleted and cannot be restored.',
];

const RemoveForm = ({ onClose }: { onClose: () => void }) => {
  const { session, toasts } = useAccountContext();
  return (
    <PasswordDialogForm
      route="removeAccount"
      cancelLabel="Keep the account"
      submitLabel="Delete permanently"
      isDestructive
      onClose={onClose}
      onDone={() => {
        session.setAccount(undefined);
        toasts.showSuccess('The account and all its data have been deleted.');
      }}
    >
      <BulletList sentences={consequences} />
    </PasswordDialogForm>
  );
};

/** Deletes the account, after a confirmation with its password. */
export const RemoveAccount = () => {
  const [isAsking, setOpen] = useState(false);
  return (
    <>
      <p className="quiet">
        This also releases your houses and deletes your apps. You will be asked to confirm.
      </p>
      <div>
        <Button className="button" onPress={() => setOpen(true)}>
          Delete the account …
        </Button>
      </div>
      <Dialog title="Delete this account?" isOpen={isAsking} onClose={() => setOpen(false)}>
        <RemoveForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
};
