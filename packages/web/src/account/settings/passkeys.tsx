import type { AnswerOf } from '@plenum/protocol/console';
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/text-field.tsx';
import { formatDate } from '../../reading/ago.ts';
import { useCloudMutation, useCloudQuery } from '../context/account-context.tsx';
import { DialogForm } from '../frame/dialog-form.tsx';
import { PasswordDialogForm } from './password-dialog-form.tsx';

type Challenge = AnswerOf<'beginPasskey'>;
type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Passkey = AnswerOf<'signInMethods'>['passkeys'][number];

interface NameFormProps {
  readonly challenge: Challenge;
  readonly onClose: () => void;
}

/** Asks for the name of a new passkey, and has the browser make it. */
const NameForm = ({ challenge, onClose }: NameFormProps) => {
  const [name, setName] = useState('');
  const [isCancelled, setCancelled] = useState(false);
  const change = useCloudMutation('addPasskey');
  const add = async () => {
    setCancelled(false);
    const optionsJSON = challenge.options as unknown as Options;
    const response = await startRegistration({ optionsJSON }).catch(() => undefined);
    if (response !== undefined) return change.run({ name, response: { ...response } });
    setCancelled(true);
    return undefined;
  };
  return (
    <DialogForm
      change={change}
      run={add}
      submitLabel="Make the passkey"
      isDisabled={name.trim() === ''}
      onClose={onClose}
      onDone={onClose}
    >
      <p>Your browser asks where to keep the passkey: on this device, a phone, or a security key.</p>
      <TextField label="Name" value={name} onChange={setName} maxLength={60} isRequired autoFocus />
      {isCancelled && <p role="alert">No passkey was made.</p>}
    </DialogForm>
  );
};

const PasskeyRow = ({ passkey: { id, name, createdAt, usedAt } }: { passkey: Passkey }) => {
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const [next, setNext] = useState(name);
  const rename = useCloudMutation('namePasskey', { parameters: { passkeyId: id } });
  const remove = useCloudMutation('removePasskey', { parameters: { passkeyId: id } });
  const close = () => setOpen(undefined);
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="quiet small">
          Added on {formatDate(createdAt)},{' '}
          {usedAt === undefined ? 'never used' : `last used on ${formatDate(usedAt)}`}
        </p>
      </div>
      <div className="settings__end">
        <Button
          className="button button--small"
          aria-label={`Rename ${name}`}
          onPress={() => setOpen('rename')}
        >
          Rename
        </Button>
        <Button
          className="button button--small"
          aria-label={`Remove ${name}`}
          onPress={() => setOpen('remove')}
        >
          Remove
        </Button>
      </div>
      <Dialog title="Rename the passkey" isOpen={open === 'rename'} onClose={close}>
        <DialogForm
          change={rename}
          run={() => rename.run({ name: next })}
          submitLabel="Rename"
          onClose={close}
          onDone={close}
        >
          <TextField label="Name" value={next} onChange={setNext} maxLength={60} isRequired autoFocus />
        </DialogForm>
      </Dialog>
      <Dialog title={`Remove ${name}?`} isOpen={open === 'remove'} onClose={close}>
        <DialogForm
          change={remove}
          run={() => remove.run()}
          submitLabel="Remove"
          isDestructive
          onClose={close}
          onDone={close}
        >
          <p>It does not sign in here any more. Your password does.</p>
        </DialogForm>
      </Dialog>
    </li>
  );
};

/** The passkeys of the account: adds, renames and removes them. */
export const Passkeys = ({ origin }: { origin: string }) => {
  const { data } = useCloudQuery('signInMethods');
  const [step, setStep] = useState<{ readonly challenge?: Challenge }>();
  const close = () => setStep(undefined);
  const isHere = origin === window.location.origin && browserSupportsWebAuthn();
  return (
    <>
      <p className="quiet">
        A passkey signs in with your fingerprint, your face or the PIN of a device, in place of the password.
      </p>
      {data !== undefined && data.passkeys.length > 0 && (
        <ul className="settings__passkeys">
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isHere ? (
        <div>
          <Button className="button" onPress={() => setStep({})}>
            Add a passkey …
          </Button>
        </div>
      ) : (
        <p>
          Passkeys work at <a href={`${origin}/#/account`}>{origin}</a>.
        </p>
      )}
      <Dialog title="Add a passkey" isOpen={step !== undefined} onClose={close}>
        {step?.challenge === undefined ? (
          <PasswordDialogForm
            route="beginPasskey"
            submitLabel="Continue"
            onClose={close}
            onDone={(challenge) => setStep({ challenge })}
          />
        ) : (
          <NameForm challenge={step.challenge} onClose={close} />
        )}
      </Dialog>
    </>
  );
};
