import { useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { Guides } from '../../design/guides.tsx';
import { formatDate } from '../../reading/time/ago.ts';
import { t } from '../../text/text.ts';
import { useAccount, useCloudMutation, useCloudQuery } from '../account-context.tsx';
import { SuccessMessage } from '../frame/success-message.tsx';
import { CodeSignIn } from './code-sign-in.tsx';
import { ExportAccount } from './export-account.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { RemoveAccount } from './remove-account.tsx';
import './settings.css';

export function AccountPage() {
  const { email, emailVerified, createdAt, accountId } = useAccount();
  const { data: offers, isPending } = useCloudQuery('offers');
  return (
    <div className="page page--narrow">
      <title>{t('common.pageTitle', { title: t('settings.title') })}</title>
      <header>
        <h1 className="page__title">{t('settings.title')}</h1>
        <p className="page__lead">{email}</p>
      </header>
      <section className="panel card">
        <h2>{t('settings.details')}</h2>
        <dl className="facts">
          {emailVerified !== undefined && (
            <>
              <dt>{t('common.email')}</dt>
              <dd>
                <EmailStatus />
              </dd>
            </>
          )}
          <dt>{t('settings.created')}</dt>
          <dd>{formatDate(createdAt)}</dd>
          <dt>{t('settings.userId')}</dt>
          <dd className="num">{accountId}</dd>
        </dl>
      </section>
      <section className="panel card">
        <h2>{t('settings.changePassword')}</h2>
        <PasswordForm />
      </section>
      {/** The sections are shown at the same time, so that none of them moves another one down. */}
      {!isPending && (
        <>
          {offers?.passkeyOrigin !== undefined && (
            <section className="panel card">
              <h2>{t('settings.passkeys')}</h2>
              <Passkeys origin={offers.passkeyOrigin} />
            </section>
          )}
          <section className="panel card">
            <h2>{t('settings.authenticator')}</h2>
            <CodeSignIn />
          </section>
          <Guides className="panel card" />
          <section className="panel card">
            <h2>{t('settings.export')}</h2>
            <ExportAccount />
          </section>
          <section className="panel card">
            <h2>{t('settings.deleteAccount')}</h2>
            <RemoveAccount />
          </section>
        </>
      )}
    </div>
  );
}

/** Shows whether the e-mail address is confirmed, with a button to send another link if it is not. */
function EmailStatus() {
  const { emailVerified } = useAccount();
  const [isSent, setSent] = useState(false);
  const { run, isBusy, refusal } = useCloudMutation('requestVerification');
  if (emailVerified) return <>{t('settings.emailConfirmed')}</>;
  const send = async () => setSent((await run()) !== undefined);
  return (
    <>
      <p>{t('settings.emailUnconfirmed')}</p>
      <FormError sentence={refusal?.sentence} />
      <div className="settings__end">
        <ActionButton variant="small" isBusy={isBusy} onPress={() => void send()}>
          {t('signIn.anotherLink')}
        </ActionButton>
        <SuccessMessage sentence={isSent ? t('settings.sent') : undefined} />
      </div>
    </>
  );
}
