import type { RecordOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { Dialog } from '../../../design/dialog.tsx';
import { TextField } from '../../../design/text-field.tsx';
import { useCloudMutation } from '../../context/account-context.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';

type Made = RecordOf<'MadeEndpoint'>;

interface AddEndpointProps {
  readonly clientId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (made: Made) => void;
}

const AddForm = ({ clientId, onClose, onMade }: Omit<AddEndpointProps, 'isOpen'>) => {
  const [url, setUrl] = useState('');
  const change = useCloudMutation('makeEndpoint', { parameters: { clientId } });
  const run = () => change.run({ url: url.trim() });
  return (
    <DialogForm change={change} run={run} submitLabel="Add the endpoint" onClose={onClose} onDone={onMade}>
      <TextField
        label="URL"
        value={url}
        onChange={(typed) => {
          change.clear();
          setUrl(typed);
        }}
        isInvalid={change.refusal !== undefined}
        hint="Messages are posted there as JSON. It has to answer 2xx within 15 seconds, once it has stored them."
        isRequired
        autoFocus
      />
    </DialogForm>
  );
};

/** Adds an endpoint. */
export const AddEndpoint = ({ isOpen, ...rest }: AddEndpointProps) => (
  <Dialog title="Add an endpoint" isOpen={isOpen} onClose={rest.onClose}>
    <AddForm {...rest} />
  </Dialog>
);
