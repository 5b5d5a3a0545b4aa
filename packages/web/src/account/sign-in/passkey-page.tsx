import { t } from '../../text/text.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { SignInCard } from './sign-in-card.tsx';

/** Where an authorization waits for a sign-in, by its id in the address of this page. */
const toAuthorization = (uid: string): string => `interaction/${encodeURIComponent(uid)}`;

/** Signs in with a passkey for an app or a bridge that waits, whose own sign-in page has no script, and leads back there. */
export const PasskeyPage = ({ uid }: { uid: string }) => (
  <SignInCard
    title={t('signIn.withPasskey')}
    lead={t('signIn.passkeyLead')}
    other={<a href={toAuthorization(uid)}>{t('signIn.usePassword')}</a>}
  >
    <PasskeyButton onDone={() => window.location.assign(toAuthorization(uid))} />
  </SignInCard>
);
