import { useState } from 'react';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/text-field.tsx';
import { useChange } from '../context.tsx';
import { AskForm } from '../frame/ask-form.tsx';
import { type Bridge, toTitle } from './bridge.ts';

interface BridgeDialogProps {
  readonly bridge: Bridge;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const RenameForm = ({ bridge, onClose }: Omit<BridgeDialogProps, 'isOpen'>) => {
  const [name, setName] = useState(toTitle(bridge));
  const change = useChange(`/console/bridges/${bridge.systemId}/name`);
  return (
    <AskForm change={change} body={{ name }} does="Save the name" onClose={onClose} onDone={onClose}>
      <TextField
        label="Name of the house"
        value={name}
        onChange={setName}
        isInvalid={change.refusal !== undefined}
        hint="For this account alone; the bridge keeps the name of its unit."
        autoFocus
      />
    </AskForm>
  );
};

/** Gives a house another name. */
export const Rename = ({ bridge, isOpen, onClose }: BridgeDialogProps) => (
  <Dialog title="Rename the house" isOpen={isOpen} onClose={onClose}>
    <RenameForm bridge={bridge} onClose={onClose} />
  </Dialog>
);
