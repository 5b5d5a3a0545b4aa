import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { t } from '../../text/text.ts';
import { useCloudMutation } from '../account-context.tsx';
import { toHash } from '../frame/routes.ts';
import { SignInCard } from './sign-in-card.tsx';

/** Asks for the e-mail address that receives the link for a new password. */
export function LostPasswordPage() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const { run, isBusy, refusal } = useCloudMutation('requestPasswordReset');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if ((await run({ email: address })) !== undefined) setSentTo(address);
  };
  const other = <a href={toHash('sign-in')}>{t('signIn.backToSignIn')}</a>;
  if (sentTo !== undefined)
    return (
      <SignInCard title={t('signIn.mailbox')} other={other}>
        <p role="status">{t('signIn.mailSent', { sentTo })}</p>
      </SignInCard>
    );
  return (
    <SignInCard title={t('signIn.lostPassword')} lead={t('signIn.lostPasswordLead')} other={other}>
      <form className="form" onSubmit={submit} noValidate aria-label={t('signIn.lostPassword')}>
        <TextField
          label={t('common.email')}
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          isInvalid={refusal?.code === 'email-malformed'}
          isRequired
        />
        <FormError sentence={refusal?.sentence} />
        <ActionButton isBusy={isBusy}>{t('signIn.sendLink')}</ActionButton>
      </form>
    </SignInCard>
  );
}
