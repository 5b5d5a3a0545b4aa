import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Icon, type IconName } from '../../design/icon.tsx';
import { ThemeButton } from '../../design/theme-button.tsx';
import { useStore } from '../../live/use-store.ts';
import { useContextOfAccount, useSession } from '../context.tsx';
import { silent } from '../session/ask.ts';
import { Mark } from './mark.tsx';
import { type Page, toHash } from './place.ts';
import '../../design/frame.css';
import './frame.css';

const entries: readonly (readonly [Page, { readonly title: string; readonly icon: IconName }])[] = [
  ['houses', { title: 'Houses', icon: 'home' }],
  ['apps', { title: 'Apps', icon: 'link' }],
  ['developer', { title: 'Developer', icon: 'code' }],
  ['account', { title: 'Account', icon: 'person' }],
];

const Navigation = ({ page }: { page: Page }) => (
  <nav className="frame__nav" aria-label="Pages">
    {entries.map(([each, { title, icon }]) => (
      <a
        key={each}
        className="frame__link"
        href={toHash(each)}
        aria-current={each === page ? 'page' : undefined}
      >
        <Icon name={icon} />
        <span>{title}</span>
      </a>
    ))}
  </nav>
);

/** What stands around every page: whose account it is, the way to its pages, the way out. */
export const Frame = ({ page, children }: { page: Page; children: ReactNode }) => {
  const { session, preferences, notices } = useContextOfAccount();
  const state = useSession();
  const theme = useStore(preferences, (all) => all.theme);
  const email = 'account' in state ? state.account.email : undefined;
  const leave = async () => {
    const answer = await session.leave();
    if (!answer.ok && answer.refusal.code === silent) notices.refuse(answer.refusal.sentence);
  };
  return (
    <div className="frame">
      <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the page
      </button>
      <header className="frame__head">
        <div className="frame__brand">
          <Mark />
          <div className="frame__house">
            <a className="frame__name" href={toHash('welcome')}>
              Plenum
            </a>
            {email !== undefined && <p className="frame__who">{email}</p>}
          </div>
        </div>
        {email !== undefined && <Navigation page={page} />}
        <div className="frame__tools">
          <ThemeButton
            theme={theme}
            onChange={(next) => preferences.set({ ...preferences.get(), theme: next })}
          />
          {email === undefined ? (
            state.is === 'nobody' &&
            page !== 'sign-in' &&
            page !== 'sign-up' && (
              <a className="button button--plain" href={toHash('sign-in')}>
                Sign in
              </a>
            )
          ) : (
            <Button className="button button--plain button--icon" aria-label="Sign out" onPress={leave}>
              <Icon name="leave" />
            </Button>
          )}
        </div>
      </header>
      <main id="main" className="frame__main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
};
