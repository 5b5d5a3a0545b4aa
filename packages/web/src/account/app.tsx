import { type ReactNode, Suspense } from 'react';
import { Lazy, lazyComponent } from '../design/lazy.tsx';
import { LoadBoundary } from '../design/load-boundary.tsx';
import { LoadError } from '../design/load-error.tsx';
import { ToastList } from '../design/toast-list.tsx';
import { HousesPage } from './bridge/houses-page.tsx';
import { useAccountContext, useSession } from './context.tsx';
import { Frame } from './frame/frame.tsx';
import { CloudUnreachable, Loading } from './frame/loading.tsx';
import { type Page, useRoute } from './frame/routes.ts';
import { AppsPage } from './grant/apps-page.tsx';
import { AccountPage } from './settings/account-page.tsx';
import { Expired } from './sign-in/expired.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { WelcomePage } from './welcome/welcome-page.tsx';

const developer = lazyComponent(async () => (await import('./developer/developer-page.tsx')).DeveloperPage);

type Contents = Readonly<Partial<Record<Page, (rest: readonly string[]) => ReactNode>>>;

/** What is shown to somebody signed in; whoever was sent to sign in is here now, at their houses. */
const ofOwner: Contents = {
  welcome: () => <WelcomePage />,
  houses: (rest) => <HousesPage rest={rest} />,
  apps: () => <AppsPage />,
  developer: (rest) => (
    <LoadBoundary missing={<LoadError what="This page" />}>
      <Lazy of={developer} props={{ rest }} />
    </LoadBoundary>
  ),
  account: () => <AccountPage />,
};

/** What is shown to anybody; any other page begins with signing in, and follows by itself. */
const ofVisitor: Contents = {
  welcome: () => <WelcomePage />,
  'sign-in': () => <SignInPage how="sign-in" />,
  'sign-up': () => <SignInPage how="sign-up" />,
};

/** The account and the developer's console: its pages, for whoever is signed in or not. */
export const App = () => {
  const { toasts } = useAccountContext();
  const { page, rest } = useRoute();
  const state = useSession();
  const isIn = 'account' in state;
  const contents = isIn ? ofOwner : ofVisitor;
  const first = isIn ? 'houses' : page === undefined ? 'welcome' : 'sign-in';
  const shown = page !== undefined && contents[page] !== undefined ? page : first;
  return (
    <Frame page={shown}>
      {state.is === 'unknown' && <Loading />}
      {state.is === 'silent' && <CloudUnreachable />}
      {state.is !== 'unknown' && state.is !== 'silent' && (
        <Suspense fallback={<Loading />}>{contents[shown]!(rest)}</Suspense>
      )}
      <Expired />
      <ToastList toasts={toasts} />
    </Frame>
  );
};
