import { Button } from 'react-aria-components';
import { Dialog } from '../../design/dialog.tsx';
import { useAccountContext, useSession } from '../context/account-context.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Lies over the page when a session has ended: what was half done stands behind it until its owner is back. */
export const Expired = () => {
  const { session } = useAccountContext();
  const state = useSession();
  const email = state.is === 'expired' ? state.account.email : undefined;
  return (
    <Dialog title="Your session has ended" isOpen={email !== undefined}>
      <p className="quiet">Sign in to continue where you left off. Nothing on this page is lost.</p>
      {email !== undefined && <SignInForm how="sign-in" email={email} />}
      <Button className="button button--plain" onPress={() => session.setAccount(undefined)}>
        Use another account
      </Button>
    </Dialog>
  );
};
