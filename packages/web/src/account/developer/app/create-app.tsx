import { useState } from 'react';
import { TextField } from '../../../design/field/text-field.tsx';
import { Toggle } from '../../../design/field/toggle.tsx';
import { Dialog } from '../../../design/overlay/dialog.tsx';
import { t } from '../../../text/text.ts';
import { useCloudMutation } from '../../account-context.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import type { MadeApp } from '../apps.ts';

interface CreateAppProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (made: MadeApp) => void;
}

/** An app on the developer's own machine, whose redirect URI can be changed later. */
const draft = {
  name: '',
  redirectUri: 'http://127.0.0.1:8095/callback',
  confidential: true,
  pkceRequired: true,
};

interface CreateFormProps extends Pick<CreateAppProps, 'onMade'> {
  readonly onClose?: () => void;
}

export function CreateAppForm({ onClose, onMade }: CreateFormProps) {
  const [values, setValues] = useState(draft);
  const change = useCloudMutation('makeApp');
  const set = <Key extends keyof typeof draft>(key: Key, value: (typeof draft)[Key]) => {
    change.clear();
    setValues({ ...values, [key]: value });
  };
  return (
    <DialogForm
      change={change}
      run={() => change.run(values)}
      submitLabel={t('console.createTheApp')}
      {...(onClose !== undefined && { onClose })}
      onDone={onMade}
    >
      <TextField
        label={t('common.name')}
        value={values.name}
        onChange={(name) => set('name', name)}
        hint={t('console.nameHint')}
        isRequired
        autoFocus
      />
      <TextField
        label={t('console.redirectUri')}
        value={values.redirectUri}
        onChange={(redirectUri) => set('redirectUri', redirectUri)}
        hint={t('console.redirectHint')}
        isRequired
      />
      <div className="choice-line">
        <Toggle
          label={t('console.hasSecret')}
          isOn={values.confidential}
          onChange={(confidential) => set('confidential', confidential)}
        />
        <p className="field__hint">{t('console.hasSecretHelp')}</p>
      </div>
      <div className="choice-line">
        <Toggle
          label={t('console.pkceRequired')}
          isOn={values.pkceRequired}
          onChange={(pkceRequired) => set('pkceRequired', pkceRequired)}
        />
        <p className="field__hint">{t('console.pkceHelp')}</p>
      </div>
    </DialogForm>
  );
}

export const CreateApp = ({ isOpen, ...rest }: CreateAppProps) => (
  <Dialog title={t('console.createApp')} isOpen={isOpen} onClose={rest.onClose}>
    <CreateAppForm {...rest} />
  </Dialog>
);
