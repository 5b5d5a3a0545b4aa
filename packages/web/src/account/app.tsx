import { type ReactNode, Suspense } from 'react';
import { lazyComponent } from '../design/lazy.tsx';
import { LoadBoundary, LoadError } from '../design/notice/load-error.tsx';
import { ToastList } from '../design/notice/toast-list.tsx';
import { t } from '../text/text.ts';
import { useAccountContext, useSession } from './account-context.tsx';
import { HousesPage } from './bridge/houses-page.tsx';
import { InvitationPage, VisitorInvitationPage } from './bridge/invitation-page.tsx';
import { Frame } from './frame/frame.tsx';
import { CloudUnreachable, Loading } from './frame/loading.tsx';
import { type AccountPageName, useRoute } from './frame/routes.ts';
import { AppsPage } from './grant/apps-page.tsx';
import { AccountPage } from './settings/account-page.tsx';
import { Expired } from './sign-in/expired.tsx';
import { LostPasswordPage } from './sign-in/lost-password.tsx';
import { PasskeyPage } from './sign-in/passkey-page.tsx';
import { ResetPasswordPage } from './sign-in/reset-password.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { VerifyEmailPage } from './sign-in/verify-email.tsx';
import { WelcomePage } from './welcome/welcome-page.tsx';

const DeveloperPage = lazyComponent(
  async () => (await import('./developer/developer-page.tsx')).DeveloperPage,
);

type Contents = Readonly<Partial<Record<AccountPageName, (rest: readonly string[]) => ReactNode>>>;

/** The pages opened by links in e-mails and by an app's sign-in, for visitors and signed-in users. */
const linkPages: Contents = {
  passkey: ([uid = '']) => <PasskeyPage uid={uid} />,
  'reset-password': ([token = '']) => <ResetPasswordPage token={token} />,
  'verify-email': ([token = '']) => <VerifyEmailPage token={token} />,
};

const accountPages: Contents = {
  ...linkPages,
  welcome: () => <WelcomePage />,
  houses: (rest) => <HousesPage rest={rest} />,
  apps: () => <AppsPage />,
  developer: (rest) => (
    <LoadBoundary missing={<LoadError what={t('app.thisPage')} />}>
      <DeveloperPage rest={rest} />
    </LoadBoundary>
  ),
  account: () => <AccountPage />,
  invitation: (rest) => <InvitationPage rest={rest} />,
};

/** The pages for a visitor. Any other page shows the sign-in form first, then its own content. */
const visitorPages: Contents = {
  ...linkPages,
  welcome: () => <WelcomePage />,
  'sign-in': () => <SignInPage how="sign-in" />,
  'sign-up': () => <SignInPage how="sign-up" />,
  invitation: () => <VisitorInvitationPage />,
  'lost-password': () => <LostPasswordPage />,
};

export function App() {
  const { toasts } = useAccountContext();
  const { page, rest } = useRoute();
  const state = useSession();
  const isIn = 'account' in state;
  const contents = isIn ? accountPages : visitorPages;
  const first = isIn ? 'houses' : page === undefined ? 'welcome' : 'sign-in';
  const shown = page !== undefined && contents[page] !== undefined ? page : first;
  return (
    <Frame page={shown}>
      {state.is === 'unknown' && <Loading />}
      {state.is === 'unreachable' && <CloudUnreachable />}
      {state.is !== 'unknown' && state.is !== 'unreachable' && (
        <Suspense fallback={<Loading />}>{contents[shown]!(rest)}</Suspense>
      )}
      <Expired />
      <ToastList toasts={toasts} />
    </Frame>
  );
}
