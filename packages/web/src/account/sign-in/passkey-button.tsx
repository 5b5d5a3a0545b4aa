import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { t } from '../../text/text.ts';
import { useAccountContext, useCloudMutation, useCloudQuery } from '../account-context.tsx';

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Signs in with a passkey, if the browser and the URL of the cloud support it. */
export function PasskeyButton({ onDone }: { onDone?: () => void }) {
  const { session } = useAccountContext();
  const { data: offers } = useCloudQuery('offers');
  const [isCancelled, setCancelled] = useState(false);
  const begin = useCloudMutation('beginPasskeySignIn');
  const enter = useCloudMutation('signInWithPasskey');
  if (offers?.passkeyOrigin !== window.location.origin || !browserSupportsWebAuthn()) return null;
  const signIn = async () => {
    setCancelled(false);
    const begun = await begin.run();
    if (begun === undefined) return;
    const response = await startAuthentication({
      // The contract leaves the content of WebAuthn's messages to the libraries on both sides.
      optionsJSON: begun.value.options as unknown as Options,
    }).catch(() => undefined);
    if (response === undefined) return setCancelled(true);
    const done = await enter.run({ response: { ...response } });
    if (done === undefined) return;
    session.setAccount(done.value);
    onDone?.();
  };
  const sentence = isCancelled ? t('signIn.noPasskey') : (enter.refusal ?? begin.refusal)?.sentence;
  return (
    <>
      <ActionButton variant="secondary" isBusy={begin.isBusy || enter.isBusy} onPress={() => void signIn()}>
        {t('signIn.withPasskey')}
      </ActionButton>
      <FormError sentence={sentence} />
    </>
  );
}
