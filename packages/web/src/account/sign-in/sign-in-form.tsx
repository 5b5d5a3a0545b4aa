import { cloudLimits } from '@plenum/protocol/cloud';
import { type FormEvent, useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { t } from '../../text/text.ts';
import { useAccountContext, useAuthenticate, useCloudMutation, useCloudQuery } from '../account-context.tsx';
import { toHash } from '../frame/routes.ts';
import { PasskeyButton } from './passkey-button.tsx';

interface SignInFormProps {
  readonly how: 'sign-in' | 'sign-up';
  /** The e-mail address of the session that has ended. */
  readonly email?: string;
}

const words = {
  'sign-in': { does: 'common.signIn', password: 'current-password' },
  'sign-up': { does: 'signIn.createAccount', password: 'new-password' },
} as const;

const aboutEmail = ['email-malformed', 'email-taken', 'credentials-wrong'];

/** A form with e-mail address and password, to sign in or to sign up. */
export function SignInForm({ how, email: known = '' }: SignInFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const { run, isBusy, refusal, clear } = useAuthenticate();
  const { data: offers } = useCloudQuery('offers');
  const { does, password: complete } = words[how];
  const hint =
    how === 'sign-up' ? t('common.passwordHint', { length: cloudLimits.minPasswordLength }) : undefined;
  const isAbout = (codes: readonly string[]) => refusal !== undefined && codes.includes(refusal.code);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(how, { email: email.trim(), password });
  };
  if (refusal?.code === 'second-step-required') return <CodeForm onBack={clear} />;
  return (
    <form className="form" onSubmit={submit} noValidate aria-label={t(does)}>
      <TextField
        label={t('common.email')}
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        isInvalid={isAbout(aboutEmail)}
        isRequired
      />
      <TextField
        label={t('common.password')}
        type="password"
        autoComplete={complete}
        value={password}
        onChange={setPassword}
        isInvalid={refusal?.code.startsWith('password') || isAbout(['credentials-wrong'])}
        {...(hint !== undefined && { hint })}
        isRequired
        autoFocus={known !== ''}
      />
      <FormError sentence={refusal?.sentence} />
      <ActionButton isBusy={isBusy}>{t(does)}</ActionButton>
      {how === 'sign-in' && <PasskeyButton />}
      {how === 'sign-in' && offers?.email && <a href={toHash('lost-password')}>{t('signIn.lostQuestion')}</a>}
    </form>
  );
}

/** Asks for the code from an authenticator app, or a recovery code, after the password. */
function CodeForm({ onBack }: { onBack: () => void }) {
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
