import { useState } from 'react';
import { TextField } from '../../../design/field/text-field.tsx';
import { Dialog } from '../../../design/overlay/dialog.tsx';
import { t } from '../../../text/text.ts';
import { useCloudMutation } from '../../account-context.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { ChooseHouse, firstHouse, type ShippedHouse } from './choose-house.tsx';

interface AddProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const UserForm = ({ onClose }: Pick<AddProps, 'onClose'>) => {
  const [name, setName] = useState('');
  const change = useCloudMutation('makeTestUser');
  return (
    <DialogForm
      change={change}
      run={() => change.run({ name })}
      submitLabel={t('sandbox.createUser')}
      onClose={onClose}
      onDone={onClose}
    >
      <TextField
        label={t('common.name')}
        value={name}
        onChange={(typed) => {
          change.clear();
          setName(typed);
        }}
        isInvalid={change.refusal !== undefined}
        hint={t('sandbox.userHint')}
        isRequired
        autoFocus
      />
    </DialogForm>
  );
};

/** Creates a test user. */
export const AddTestUser = ({ isOpen, onClose }: AddProps) => (
  <Dialog title={t('sandbox.addUser')} isOpen={isOpen} onClose={onClose}>
    <UserForm onClose={onClose} />
  </Dialog>
);

const HouseForm = ({ testUserId, onClose }: { testUserId: string } & Pick<AddProps, 'onClose'>) => {
  const [house, setHouse] = useState<ShippedHouse>(firstHouse);
  const change = useCloudMutation('makeTestHouse', { parameters: { testUserId } });
  return (
    <DialogForm
      change={change}
      run={() => change.run({ house })}
      submitLabel={t('sandbox.createHouse')}
      onClose={onClose}
      onDone={onClose}
    >
      <ChooseHouse
        value={house}
        onChange={(chosen) => {
          change.clear();
          setHouse(chosen);
        }}
      />
    </DialogForm>
  );
};

/** Gives a test user a house. */
export const AddTestHouse = ({
  user,
  onClose,
}: {
  user: { readonly testUserId: string; readonly name: string } | undefined;
  onClose: () => void;
}) => (
  <Dialog
    title={t('sandbox.addHouseFor', { name: user?.name ?? '' })}
    isOpen={user !== undefined}
    onClose={onClose}
  >
    {user !== undefined && <HouseForm testUserId={user.testUserId} onClose={onClose} />}
  </Dialog>
);
