import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Icon, type IconName } from '../../design/icon.tsx';
import { Shell } from '../../design/shell.tsx';
import { ThemeButton } from '../../design/theme-button.tsx';
import { useStore } from '../../live/use-store.ts';
import { useContextOfAccount, useSession } from '../context.tsx';
import { silent } from '../session/ask.ts';
import { Mark } from './mark.tsx';
import { type Page, toHash } from './place.ts';
import './frame.css';

const entries: readonly (readonly [Page, { readonly title: string; readonly icon: IconName }])[] = [
  ['houses', { title: 'Houses', icon: 'home' }],
  ['apps', { title: 'Apps', icon: 'link' }],
  ['developer', { title: 'Developer', icon: 'code' }],
  ['account', { title: 'Account', icon: 'person' }],
];

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
    <Shell
      brand={
        <div className="frame__brand">
          <Mark />
          <div className="frame__house">
            <a className="frame__name" href={toHash('welcome')}>
              Plenum
            </a>
            {email !== undefined && <p className="frame__who">{email}</p>}
          </div>
        </div>
      }
      pages={
        email === undefined
          ? undefined
          : entries.map(([each, look]) => ({ ...look, href: toHash(each), isHere: each === page }))
      }
      tools={
        <>
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
        </>
      }
    >
      {children}
    </Shell>
  );
};
