import { formatDate } from '../../reading/ago.ts';
import { useAccount, useCloudQuery } from '../context/account-context.tsx';
import { CodeSignIn } from './code-sign-in.tsx';
import { EmailStatus } from './email-status.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { RemoveAccount } from './remove-account.tsx';
import './settings.css';

/** The account: its details, its password, and deleting it. */
export const AccountPage = () => {
  const { email, emailVerified, createdAt, accountId } = useAccount();
  const { data: offers } = useCloudQuery('offers');
  return (
    <div className="page page--narrow">
      <title>Account · Plenum</title>
      <header>
        <h1 className="page__title">Account</h1>
        <p className="page__lead">{email}</p>
      </header>
      <section className="panel card">
        <h2>Details</h2>
        <dl className="facts">
          {emailVerified !== undefined && (
            <>
              <dt>E-mail address</dt>
              <dd>
                <EmailStatus />
              </dd>
            </>
          )}
          <dt>Created</dt>
          <dd>{formatDate(createdAt)}</dd>
          <dt>User id, as apps see it</dt>
          <dd className="num">{accountId}</dd>
        </dl>
      </section>
      <section className="panel card">
        <h2>Change the password</h2>
        <PasswordForm />
      </section>
      {offers?.passkeyOrigin !== undefined && (
        <section className="panel card">
          <h2>Passkeys</h2>
          <Passkeys origin={offers.passkeyOrigin} />
        </section>
      )}
      <section className="panel card">
        <h2>Authenticator app</h2>
        <CodeSignIn />
      </section>
      <section className="panel card">
        <h2>Delete the account</h2>
        <RemoveAccount />
      </section>
    </div>
  );
};
