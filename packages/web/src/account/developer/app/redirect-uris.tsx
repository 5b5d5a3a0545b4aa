import { cloudLimits } from '@plenum/protocol/cloud';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { TextField } from '../../../design/field/text-field.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Dialog } from '../../../design/overlay/dialog.tsx';
import { Wrappable } from '../../../design/wrappable.tsx';
import { t } from '../../../text/text.ts';
import { useCloudMutation } from '../../account-context.tsx';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import type { App } from '../apps.ts';

interface AddFormProps {
  readonly clientId: string;
  readonly onClose: () => void;
}

const AddForm = ({ clientId, onClose }: AddFormProps) => {
  const [uri, setUri] = useState('');
  const change = useCloudMutation('addRedirectUri', { parameters: { clientId } });
  return (
    <DialogForm
      change={change}
      run={() => change.run({ redirectUri: uri.trim() })}
      submitLabel={t('console.addTheRedirectUri')}
      onClose={onClose}
      onDone={onClose}
    >
      <TextField
        label={t('console.redirectUri')}
        value={uri}
        onChange={(typed) => {
          change.clear();
          setUri(typed);
        }}
        isInvalid={change.refusal !== undefined}
        hint={t('console.redirectHint')}
        isRequired
        autoFocus
      />
    </DialogForm>
  );
};

/** The redirect URIs of an app, with buttons to add and remove them. The last one cannot be removed. */
export function RedirectUris({ app: { clientId, redirectUris } }: { app: App }) {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState('');
  const [isRemoving, setRemoving] = useState(false);
  const remove = useCloudMutation('removeRedirectUri', { parameters: { clientId } });
  // The pressed button disappears with its URI, so the focus moves to a remaining button.
  const addButton = useRef<HTMLButtonElement>(null);
  const [removals, setRemovals] = useState(0);
  useEffect(() => {
    if (removals > 0) addButton.current?.focus();
  }, [removals]);
  const closeAdding = () => setAdding(false);
  return (
    <section className="panel card" aria-labelledby="redirect-uris">
      <div className="panel__head">
        <div>
          <h2 id="redirect-uris">{t('console.redirectUris')}</h2>
          <p className="quiet small">
            {t('console.redirectUriCount', {
              count: redirectUris.length,
              most: cloudLimits.maxRedirectUris.count,
            })}
          </p>
        </div>
        <Button ref={addButton} className="button button--small" onPress={() => setAdding(true)}>
          <Icon name="plus" /> {t('console.addRedirectUri')}
        </Button>
      </div>
      <ul className="rows">
        {redirectUris.map((uri) => (
          <li key={uri} className="redirect-uri">
            <code>
              <Wrappable text={uri} />
            </code>
            <Button
              className="button button--small"
              aria-label={t('settings.removeOf', { name: uri })}
              isDisabled={redirectUris.length === 1}
              onPress={() => {
                setRemoved(uri);
                setRemoving(true);
              }}
            >
              {t('common.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog title={t('console.addRedirectUri')} isOpen={isAdding} onClose={closeAdding}>
        <AddForm clientId={clientId} onClose={closeAdding} />
      </Dialog>
      <ConfirmDialog
        title={t('console.removeRedirectUriQuestion')}
        consequences={[t('console.removeRedirectUriHelp', { uri: removed }), t('console.tokensStay')]}
        cancelLabel={t('account.keepIt')}
        submitLabel={t('console.removeIt')}
        change={{ ...remove, run: () => remove.run({ redirectUri: removed }) }}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onDone={() => setRemovals(removals + 1)}
        isDestructive
      />
    </section>
  );
}
