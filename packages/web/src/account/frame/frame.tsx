import { noAnswerCode } from '@plenum/client/console';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { DocsLink } from '../../design/docs-link.tsx';
import { LanguagePicker } from '../../design/field/language-picker.tsx';
import { Icon, type IconName } from '../../design/icon.tsx';
import { Shell } from '../../design/shell.tsx';
import { ThemeButton } from '../../design/theme-button.tsx';
import { InstallButton } from '../../install/install-button.tsx';
import { useStore } from '../../state/use-store.ts';
import { type PlainKey, t } from '../../text/text.ts';
import { useAccountContext, useSession } from '../account-context.tsx';
import { Logo } from './logo.tsx';
import { type AccountPageName, toHash } from './routes.ts';
import './frame.css';

const entries: readonly (readonly [
  AccountPageName,
  { readonly title: PlainKey; readonly icon: IconName },
])[] = [
  ['houses', { title: 'account.houses', icon: 'home' }],
  ['apps', { title: 'account.apps', icon: 'link' }],
  ['developer', { title: 'account.developer', icon: 'code' }],
  ['account', { title: 'settings.title', icon: 'person' }],
];

export function Frame({ page, children }: { page: AccountPageName; children: ReactNode }) {
  const { session, preferences, toasts, device } = useAccountContext();
  const state = useSession();
  const { theme, language } = useStore(preferences, (all) => all);
  const email = 'account' in state ? state.account.email : undefined;
  const leave = async () => {
    const answer = await session.signOut();
    if (!answer.ok && answer.refusal.code === noAnswerCode) toasts.showError(answer.refusal.sentence);
  };
  return (
    <Shell
      brand={
        <div className="frame__brand">
          <Logo />
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
          : entries.map(([each, look]) => ({
              ...look,
              title: t(look.title),
              href: toHash(each),
              isCurrent: each === page,
            }))
      }
      tools={
        <>
          <ThemeButton
            theme={theme}
            onChange={(next) => preferences.set({ ...preferences.get(), theme: next })}
          />
          {email === undefined ? (
            state.is === 'signed-out' &&
            page !== 'sign-in' &&
            page !== 'sign-up' && (
              <a className="button button--plain" href={toHash('sign-in')}>
                {t('common.signIn')}
              </a>
            )
          ) : (
            <Button
              className="button button--plain button--icon"
              aria-label={t('account.signOut')}
              onPress={leave}
            >
              <Icon name="leave" />
            </Button>
          )}
        </>
      }
      foot={
        <>
          <InstallButton device={device} />
          <DocsLink />
          <LanguagePicker
            value={language}
            onChange={(next) => preferences.set({ ...preferences.get(), language: next })}
          />
        </>
      }
    >
      {children}
    </Shell>
  );
}
