import { type ReactNode, Suspense } from 'react';
import { later, Part } from '../design/later.tsx';
import { MissingPart } from '../design/missing-part.tsx';
import { NoticeList } from '../design/notice-list.tsx';
import { PartBoundary } from '../design/part-boundary.tsx';
import { HousesPage } from './bridge/houses-page.tsx';
import { useContextOfAccount, useSession } from './context.tsx';
import { Frame } from './frame/frame.tsx';
import { type Page, usePlace } from './frame/place.ts';
import { Silence, Wait } from './frame/wait.tsx';
import { AppsPage } from './link/apps-page.tsx';
import { AccountPage } from './settings/account-page.tsx';
import { Expired } from './sign-in/expired.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { WelcomePage } from './welcome/welcome-page.tsx';

const developer = later(async () => (await import('./developer/developer-page.tsx')).DeveloperPage);

type Contents = Readonly<Partial<Record<Page, (rest: readonly string[]) => ReactNode>>>;

/** What is shown to somebody signed in; whoever was sent to sign in is here now, at their houses. */
const ofOwner: Contents = {
  welcome: () => <WelcomePage />,
  houses: (rest) => <HousesPage rest={rest} />,
  apps: () => <AppsPage />,
  developer: (rest) => (
    <PartBoundary missing={<MissingPart what="This page" />}>
      <Part of={developer} props={{ rest }} />
    </PartBoundary>
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
  const { notices } = useContextOfAccount();
  const { page, rest } = usePlace();
  const state = useSession();
  const isIn = 'account' in state;
  const contents = isIn ? ofOwner : ofVisitor;
  const first = isIn ? 'houses' : page === undefined ? 'welcome' : 'sign-in';
  const shown = page !== undefined && contents[page] !== undefined ? page : first;
  return (
    <Frame page={shown}>
      {state.is === 'unknown' && <Wait />}
      {state.is === 'silent' && <Silence />}
      {state.is !== 'unknown' && state.is !== 'silent' && (
        <Suspense fallback={<Wait />}>{contents[shown]!(rest)}</Suspense>
      )}
      <Expired />
      <NoticeList notices={notices} />
    </Frame>
  );
};
