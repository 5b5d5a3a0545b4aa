import { Button } from 'react-aria-components';
import { Dialog } from '../../design/overlay/dialog.tsx';
import { t } from '../../text/text.ts';
import { useAccountContext, useSession } from '../account-context.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** A sign-in dialog over the page after the session has ended. The page behind it keeps its state. */
export function Expired() {
  const { session } = useAccountContext();
  const state = useSession();
  const email = state.is === 'expired' ? state.account.email : undefined;
  return (
    <Dialog title={t('signIn.expired')} isOpen={email !== undefined}>
      <p className="quiet">{t('signIn.expiredHelp')}</p>
      {email !== undefined && <SignInForm how="sign-in" email={email} />}
      <Button className="button button--plain" onPress={() => session.setAccount(undefined)}>
        {t('signIn.otherAccount')}
      </Button>
    </Dialog>
  );
}
