import type { AnswerOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Breakable } from '../../../design/breakable.tsx';
import { showDay } from '../../../reading/ago.ts';
import { useChange } from '../../context.tsx';
import { AskFirst } from '../../frame/ask-first.tsx';
import { goTo } from '../../frame/place.ts';
import { CopiedLine } from '../part/copied-line.tsx';
import { SecretDialog, type Told } from '../part/secret-dialog.tsx';
import { type App, pathOf, showKind, toAuthorizationUrl } from './apps.ts';

/** What an app is, its secret and its end. */
export const AppFacts = ({ app }: { app: App }) => {
  const path = pathOf(app.clientId);
  const rotate = useChange<AnswerOf<'replaceAppSecret'>>(`${path}/secret`);
  const remove = useChange(`${path}/remove`);
  const [asks, setAsks] = useState<'rotate' | 'remove'>();
  const [told, setTold] = useState<Told>();
  const close = () => setAsks(undefined);
  return (
    <section className="panel card" aria-labelledby="app-facts">
      <h2 id="app-facts">The app</h2>
      <dl className="facts">
        <dt>Client id</dt>
        <dd>
          <CopiedLine text={app.clientId} what="the client id" />
        </dd>
        <dt>Redirect URI</dt>
        <dd>
          <code>
            <Breakable text={app.redirectUri} />
          </code>
        </dd>
        <dt>Kind</dt>
        <dd>{showKind(app)}</dd>
        <dt>Made</dt>
        <dd>{showDay(app.createdAt)}</dd>
        <dt>Owners allow it at</dt>
        <dd>
          <CopiedLine
            text={toAuthorizationUrl(window.location.origin, app)}
            what="the authorization address"
            isShortened
          />
          {app.pkceRequired && (
            <p className="field__hint">
              Add code_challenge and code_challenge_method=S256, which your library makes.
            </p>
          )}
        </dd>
      </dl>
      <div className="acts">
        {app.confidential && (
          <Button className="button" onPress={() => setAsks('rotate')}>
            Replace the client secret
          </Button>
        )}
        <Button className="button" onPress={() => setAsks('remove')}>
          Remove the app …
        </Button>
      </div>
      <AskFirst
        title="Replace the client secret?"
        means={[
          'A new secret is shown once. The one before stops working at once: token requests with it are refused until the app has the new one.',
          'Access tokens that were given stay valid, and owners need not allow the app again.',
        ]}
        keep="Keep the old one"
        does="Replace it"
        change={rotate}
        isOpen={asks === 'rotate'}
        onClose={close}
        onDone={({ secret }) =>
          setTold({ title: 'The new client secret', what: 'the client secret', secret, notes: [] })
        }
      />
      <AskFirst
        title={`Remove ${app.name}?`}
        means={[
          'It stops working for everybody at once: its tokens end, its endpoints hear nothing any more.',
          'Its delivery log and its counts go with it, and nobody can bring it back.',
        ]}
        keep="Keep it"
        does="Remove it for good"
        change={remove}
        isOpen={asks === 'remove'}
        onClose={close}
        onDone={() => goTo('developer')}
        isGrave
      />
      <SecretDialog told={told} onClose={() => setTold(undefined)} />
    </section>
  );
};
