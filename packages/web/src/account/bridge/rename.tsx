import { useState } from 'react';
import { TextField } from '../../design/field/text-field.tsx';
import { Dialog } from '../../design/overlay/dialog.tsx';
import { t } from '../../text/text.ts';
import { useCloudMutation } from '../account-context.tsx';
import { DialogForm } from '../frame/dialog-form.tsx';
import { type AccountBridge, toTitle } from './bridge.ts';

interface BridgeDialogProps {
  readonly bridge: AccountBridge;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const RenameForm = ({ bridge, onClose }: Omit<BridgeDialogProps, 'isOpen'>) => {
  const [name, setName] = useState(toTitle(bridge));
  const change = useCloudMutation('nameBridge', { parameters: { systemId: bridge.systemId } });
  return (
    <DialogForm
      change={change}
      run={() => change.run({ name })}
      submitLabel={t('bridge.saveName')}
      onClose={onClose}
      onDone={onClose}
    >
      <TextField
        label={t('bridge.nameOfHouse')}
        value={name}
        onChange={setName}
        isInvalid={change.refusal !== undefined}
        hint={t('bridge.nameHint')}
        autoFocus
      />
    </DialogForm>
  );
};

export const Rename = ({ bridge, isOpen, onClose }: BridgeDialogProps) => (
  <Dialog title={t('bridge.renameHouse')} isOpen={isOpen} onClose={onClose}>
    <RenameForm bridge={bridge} onClose={onClose} />
  </Dialog>
);
