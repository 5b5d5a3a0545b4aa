import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/text-field.tsx';
import { useAccountContext, useCloudMutation } from '../context/account-context.tsx';
import { BulletList } from '../frame/bullet-list.tsx';
import { DialogForm } from '../frame/dialog-form.tsx';

const consequences = [
  'Your houses are released: they keep running, and the next account to pair them owns them.',
  'Apps you allowed lose their access, and apps you created stop working for everybody.',
  'All data is deleted and cannot be restored.',
];

const RemoveForm = ({ onClose }: { onClose: () => void }) => {
  const { session, toasts } = useAccountContext();
  const [password, setPassword] = useState('');
  const change = useCloudMutation('removeAccount');
  return (
    <DialogForm
      change={change}
      run={() => change.run({ password })}
      cancelLabel="Keep the account"
      submitLabel="Delete permanently"
      isDestructive
      isDisabled={password === ''}
      onClose={onClose}
      onDone={() => {
        session.setAccount(undefined);
        toasts.showSuccess('The account and all its data have been deleted.');
      }}
    >
      <BulletList sentences={consequences} />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isInvalid={change.refusal !== undefined}
        isRequired
        autoFocus
      />
    </DialogForm>
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
