import type { AnswerOf } from '@plenum/protocol/console';
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { TextField } from '../../design/field/text-field.tsx';
import { Dialog } from '../../design/overlay/dialog.tsx';
import { formatDate } from '../../reading/time/ago.ts';
import { Rich } from '../../text/rich.tsx';
import { t } from '../../text/text.ts';
import { useCloudMutation, useCloudQuery } from '../account-context.tsx';
import { DialogForm } from '../frame/dialog-form.tsx';
import { PasswordDialogForm } from './password-dialog-form.tsx';

type Challenge = AnswerOf<'beginPasskey'>;
type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Passkey = AnswerOf<'signInMethods'>['passkeys'][number];

interface NameFormProps {
  readonly challenge: Challenge;
  readonly onClose: () => void;
}

/** Asks for the name of a new passkey, which the browser then creates. */
const NameForm = ({ challenge, onClose }: NameFormProps) => {
  const [name, setName] = useState('');
  const [isCancelled, setCancelled] = useState(false);
  const change = useCloudMutation('addPasskey');
  const add = async () => {
    setCancelled(false);
    // The contract leaves the content of WebAuthn's messages to the libraries on both sides.
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
      submitLabel={t('settings.makePasskey')}
      isDisabled={name.trim() === ''}
      onClose={onClose}
      onDone={onClose}
    >
      <p>{t('settings.passkeyWhere')}</p>
      <TextField
        label={t('common.name')}
        value={name}
        onChange={setName}
        maxLength={60}
        isRequired
        autoFocus
      />
      {isCancelled && <p role="alert">{t('settings.passkeyCancelled')}</p>}
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
          {usedAt === undefined
            ? t('settings.neverUsed', { added: formatDate(createdAt) })
            : t('settings.lastUsed', { added: formatDate(createdAt), used: formatDate(usedAt) })}
        </p>
      </div>
      <div className="settings__end">
        <Button
          className="button button--small"
          aria-label={t('settings.renameOf', { name })}
          onPress={() => setOpen('rename')}
        >
          {t('common.rename')}
        </Button>
        <Button
          className="button button--small"
          aria-label={t('settings.removeOf', { name })}
          onPress={() => setOpen('remove')}
        >
          {t('common.remove')}
        </Button>
      </div>
      <Dialog title={t('settings.renamePasskey')} isOpen={open === 'rename'} onClose={close}>
        <DialogForm
          change={rename}
          run={() => rename.run({ name: next })}
          submitLabel={t('common.rename')}
          onClose={close}
          onDone={close}
        >
          <TextField
            label={t('common.name')}
            value={next}
            onChange={setNext}
            maxLength={60}
            isRequired
            autoFocus
          />
        </DialogForm>
      </Dialog>
      <Dialog title={t('settings.removeQuestion', { name })} isOpen={open === 'remove'} onClose={close}>
        <DialogForm
          change={remove}
          run={() => remove.run()}
          submitLabel={t('common.remove')}
          isDestructive
          onClose={close}
          onDone={close}
        >
          <p>{t('settings.passkeyRemoved')}</p>
        </DialogForm>
      </Dialog>
    </li>
  );
};

/** Lists the passkeys of the account, with buttons to add, rename and remove them. */
export function Passkeys({ origin }: { origin: string }) {
  const { data } = useCloudQuery('signInMethods');
  const [step, setStep] = useState<{ readonly challenge?: Challenge }>();
  const close = () => setStep(undefined);
  const isHere = origin === window.location.origin && browserSupportsWebAuthn();
  return (
    <>
      <p className="quiet">{t('settings.passkeyHelp')}</p>
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
            {t('settings.addPasskeyMore')}
          </Button>
        </div>
      ) : (
        <p>
          <Rich
            text={t('settings.passkeysWorkAt', { origin })}
            parts={{ a: (content) => <a href={`${origin}/#/account`}>{content}</a> }}
          />
        </p>
      )}
      <Dialog title={t('settings.addPasskey')} isOpen={step !== undefined} onClose={close}>
        {step?.challenge === undefined ? (
          <PasswordDialogForm
            route="beginPasskey"
            submitLabel={t('common.continue')}
            onClose={close}
            onDone={(challenge) => setStep({ challenge })}
          />
        ) : (
          <NameForm challenge={step.challenge} onClose={close} />
        )}
      </Dialog>
    </>
  );
}
