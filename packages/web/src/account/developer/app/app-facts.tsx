import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Wrappable } from '../../../design/wrappable.tsx';
import { formatDate } from '../../../reading/ago.ts';
import { useCloudMutation } from '../../context/account-context.tsx';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { navigate } from '../../frame/routes.ts';
import { type App, formatKind, toAuthorizationUrl } from '../apps.ts';
import { CopyableText } from '../ui/copyable-text.tsx';
import { type NewSecret, SecretDialog } from '../ui/secret-dialog.tsx';

const Facts = ({ app }: { app: App }) => (
  <dl className="facts">
    <dt>Client id</dt>
    <dd>
      <CopyableText text={app.clientId} what="the client id" />
    </dd>
    <dt>Redirect URI</dt>
    <dd>
      <code>
        <Wrappable text={app.redirectUri} />
      </code>
    </dd>
    <dt>Kind</dt>
    <dd>{formatKind(app)}</dd>
    <dt>Created</dt>
    <dd>{formatDate(app.createdAt)}</dd>
    <dt>Authorization URL</dt>
    <dd>
      <CopyableText
        text={toAuthorizationUrl(window.location.origin, app)}
        what="the authorization address"
        isShortened
      />
      {app.pkceRequired && (
        <p className="field__hint">
          Add code_challenge and code_challenge_method=S256, which your library generates.
        </p>
      )}
    </dd>
  </dl>
);

/** The settings of an app: its secret, and removing it. */
export const AppFacts = ({ app }: { app: App }) => {
  const target = { parameters: { clientId: app.clientId } };
  const rotate = useCloudMutation('replaceAppSecret', target);
  const remove = useCloudMutation('removeApp', target);
  const [dialog, openDialog] = useState<'rotate' | 'remove'>();
  const [newSecret, setNewSecret] = useState<NewSecret>();
  const close = () => openDialog(undefined);
  return (
    <section className="panel card" aria-labelledby="app-facts">
      <h2 id="app-facts">The app</h2>
      <Facts app={app} />
      <div className="actions">
        {app.confidential && (
          <Button className="button" onPress={() => openDialog('rotate')}>
            Replace the client secret
          </Button>
        )}
        <Button className="button" onPress={() => openDialog('remove')}>
          Remove the app …
        </Button>
      </div>
      <ConfirmDialog
        title="Replace the client secret?"
        consequences={[
          'A new secret is shown once. The previous one stops working at once: token requests with it are refused until the app has the new one.',
          'Issued access tokens stay valid, and owners need not allow the app again.',
        ]}
        cancelLabel="Keep the old one"
        submitLabel="Replace it"
        change={rotate}
        isOpen={dialog === 'rotate'}
        onClose={close}
        onDone={({ secret }) =>
          setNewSecret({ title: 'The new client secret', what: 'the client secret', secret, notes: [] })
        }
      />
      <ConfirmDialog
        title={`Remove ${app.name}?`}
        consequences={[
          'It stops working for everybody at once: its tokens are revoked, and its endpoints receive nothing more.',
          'Its delivery log and usage are deleted and cannot be restored.',
        ]}
        cancelLabel="Keep it"
        submitLabel="Remove permanently"
        change={remove}
        isOpen={dialog === 'remove'}
        onClose={close}
        onDone={() => navigate('developer')}
        isDestructive
      />
      <SecretDialog newSecret={newSecret} onClose={() => setNewSecret(undefined)} />
    </section>
  );
};
