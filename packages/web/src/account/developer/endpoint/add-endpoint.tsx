import type { RecordOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { TextField } from '../../../design/field/text-field.tsx';
import { Dialog } from '../../../design/overlay/dialog.tsx';
import { t } from '../../../text/text.ts';
import { useCloudMutation } from '../../account-context.tsx';
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
    <DialogForm
      change={change}
      run={run}
      submitLabel={t('console.addTheEndpoint')}
      onClose={onClose}
      onDone={onMade}
    >
      <TextField
        label="URL"
        value={url}
        onChange={(typed) => {
          change.clear();
          setUrl(typed);
        }}
        isInvalid={change.refusal !== undefined}
        hint={t('console.urlHint')}
        isRequired
        autoFocus
      />
    </DialogForm>
  );
};

export const AddEndpoint = ({ isOpen, ...rest }: AddEndpointProps) => (
  <Dialog title={t('console.addEndpoint')} isOpen={isOpen} onClose={rest.onClose}>
    <AddForm {...rest} />
  </Dialog>
);
