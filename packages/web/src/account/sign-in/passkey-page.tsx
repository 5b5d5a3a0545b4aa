import { t } from '../../text/text.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { SignInCard } from './sign-in-card.tsx';

/** Returns the path of an authorization that waits for a sign-in. Its id is part of this page's URL. */
const toAuthorization = (uid: string): string => `interaction/${encodeURIComponent(uid)}`;

/**
 * Signs in with a passkey for a waiting app or bridge, whose own sign-in page has no script, and then returns to that
 * page.
 */
export const PasskeyPage = ({ uid }: { uid: string }) => (
  <SignInCard
    title={t('signIn.withPasskey')}
    lead={t('signIn.passkeyLead')}
    other={<a href={toAuthorization(uid)}>{t('signIn.usePassword')}</a>}
  >
    <PasskeyButton onDone={() => window.location.assign(toAuthorization(uid))} />
  </SignInCard>
);
