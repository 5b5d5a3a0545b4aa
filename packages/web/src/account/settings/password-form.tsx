import { cloudLimits } from '@plenum/protocol/cloud';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { Toggle } from '../../design/field/toggle.tsx';
import { t } from '../../text/text.ts';
import { useAccount, useAccountContext, useCloudMutation } from '../account-context.tsx';
import { SuccessMessage } from '../frame/success-message.tsx';

/**
 * Changes the password. This signs out all other browsers and revokes the access of apps, unless the user chooses to
 * keep the access of apps.
 */
export function PasswordForm() {
  const { session } = useAccountContext();
  const { email } = useAccount();
  const [present, setPresent] = useState('');
  const [next, setNext] = useState('');
  const [keepApps, setKeepApps] = useState(false);
  const [isDone, setDone] = useState(false);
  const { run, isBusy, refusal } = useCloudMutation('changePassword');
  const isOfPresent = refusal?.code === 'password-wrong';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setDone(false);
    const done = await run({ present, next, keepApps });
    if (done === undefined) return;
    session.setAccount(done.value);
    setPresent('');
    setNext('');
    setDone(true);
  };
  return (
    <form className="form" onSubmit={submit} aria-label={t('settings.changePassword')}>
      <input
        type="email"
        className="hidden"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <TextField
        label={t('settings.presentPassword')}
        type="password"
        autoComplete="current-password"
        value={present}
        onChange={setPresent}
        isInvalid={isOfPresent}
        isRequired
      />
      <TextField
        label={t('common.newPassword')}
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={setNext}
        isInvalid={refusal !== undefined && !isOfPresent}
        hint={t('settings.newPasswordHint', { length: cloudLimits.minPasswordLength })}
        isRequired
      />
      <div className="settings__choice">
        <Toggle label={t('settings.keepAccess')} isOn={keepApps} onChange={setKeepApps} />
        <p className="quiet small">{t('settings.keepAccessHelp')}</p>
      </div>
      <FormError sentence={refusal?.sentence} />
      <div className="settings__end">
        <ActionButton isBusy={isBusy}>{t('signIn.changePassword')}</ActionButton>
        <SuccessMessage sentence={isDone ? t('settings.passwordChanged') : undefined} />
      </div>
    </form>
  );
}
