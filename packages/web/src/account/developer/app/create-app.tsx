import { useState } from 'react';
import { Dialog } from '../../../design/dialog.tsx';
import { TextField } from '../../../design/text-field.tsx';
import { Toggle } from '../../../design/toggle.tsx';
import { useCloudMutation } from '../../context/account-context.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import type { MadeApp } from '../apps.ts';

interface CreateAppProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (made: MadeApp) => void;
}

const draft = { name: '', redirectUri: '', confidential: true, pkceRequired: true };

const CreateForm = ({ onClose, onMade }: Omit<CreateAppProps, 'isOpen'>) => {
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
      submitLabel="Create the app"
      onClose={onClose}
      onDone={onMade}
    >
      <TextField
        label="Name"
        value={values.name}
        onChange={(name) => set('name', name)}
        hint="Owners read it when they are asked to allow the app."
        isRequired
        autoFocus
      />
      <TextField
        label="Redirect URI"
        value={values.redirectUri}
        onChange={(redirectUri) => set('redirectUri', redirectUri)}
        hint="Where the browser is redirected with the code. It has to match exactly: https://example.org/callback, or http://127.0.0.1:8095/callback on this machine."
        isRequired
      />
      <div className="choice-line">
        <Toggle
          label="Has a client secret"
          isOn={values.confidential}
          onChange={(confidential) => set('confidential', confidential)}
        />
        <p className="field__hint">
          On for an app on a server of yours; off for one that runs in a browser, on a phone or a desktop.
        </p>
      </div>
      <div className="choice-line">
        <Toggle
          label="PKCE required"
          isOn={values.pkceRequired}
          onChange={(pkceRequired) => set('pkceRequired', pkceRequired)}
        />
        <p className="field__hint">
          An intercepted code cannot be used (RFC 7636, S256). Leave it on unless your library does not
          support it.
        </p>
      </div>
    </DialogForm>
  );
};

/** Creates an app. */
export const CreateApp = ({ isOpen, ...rest }: CreateAppProps) => (
  <Dialog title="Create an app" isOpen={isOpen} onClose={rest.onClose}>
    <CreateForm {...rest} />
  </Dialog>
);
