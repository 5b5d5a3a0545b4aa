import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { t } from '../../text/text.ts';
import { useAccountContext, useCloudMutation } from '../context/account-context.tsx';

/** Asks for the code from an authenticator app, or a recovery code, after the password. */
export function CodeForm({ onBack }: { onBack: () => void }) {
  const { session } = useAccountContext();
  const [code, setCode] = useState('');
  const { run, isBusy, refusal } = useCloudMutation('signInWithCode');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run({ code });
    if (done !== undefined) session.setAccount(done.value);
  };
  return (
    <form className="form" onSubmit={submit} aria-label={t('signIn.enterCode')}>
      <TextField
        label={t('common.code')}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        isInvalid={refusal !== undefined}
        hint={t('signIn.codeHint')}
        maxLength={40}
        isRequired
        autoFocus
      />
      <FormError sentence={refusal?.sentence} />
      <ActionButton isBusy={isBusy}>{t('common.continue')}</ActionButton>
      <ActionButton variant="secondary" isBusy={false} onPress={onBack}>
        {t('common.back')}
      </ActionButton>
    </form>
  );
}
