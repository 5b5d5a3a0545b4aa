import { cloudLimits } from '@plenum/protocol/cloud';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { ActionButton } from '../../../design/action-button.tsx';
import { FormError } from '../../../design/form-error.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Toggle } from '../../../design/toggle.tsx';
import { formatCount } from '../../../reading/count.ts';
import { useCloudMutation } from '../../context/account-context.tsx';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { navigate } from '../../frame/routes.ts';
import { SuccessMessage } from '../../frame/success-message.tsx';
import type { Endpoint } from '../endpoints.ts';
import { formatMinute } from '../ui/format.ts';
import { type NewSecret, SecretDialog } from '../ui/secret-dialog.tsx';
import { useRefreshSoon } from '../ui/use-refresh-soon.ts';

const overlap = () => formatCount(cloudLimits.secretOverlap / 3_600_000, 'hour');

interface EndpointProps {
  readonly endpoint: Endpoint;
}

const TestAndEnable = ({ endpoint: { id: endpointId, clientId, disabled } }: EndpointProps) => {
  const target = { parameters: { clientId, endpointId } };
  const test = useCloudMutation('testEndpoint', target);
  const enable = useCloudMutation('enableEndpoint', target);
  const disable = useCloudMutation('disableEndpoint', target);
  const refreshSoon = useRefreshSoon();
  const [sentence, setSentence] = useState<string>();
  const isOn = disabled === undefined;
  return (
    <>
      <div className="actions">
        <ActionButton
          isDisabled={!isOn}
          isBusy={test.isBusy}
          onPress={async () => {
            const done = await test.run();
            setSentence(done && 'Queued.');
            refreshSoon();
          }}
        >
          Send a test event
        </ActionButton>
        <Toggle
          label={isOn ? 'Enabled' : 'Disabled'}
          isOn={isOn}
          isDisabled={enable.isBusy || disable.isBusy}
          onChange={(on) => void (on ? enable : disable).run()}
        />
      </div>
      <SuccessMessage sentence={sentence} />
      <FormError sentence={(test.refusal ?? enable.refusal ?? disable.refusal)?.sentence} />
    </>
  );
};

const SecretAndRemoval = ({ endpoint: { id: endpointId, clientId, url } }: EndpointProps) => {
  const target = { parameters: { clientId, endpointId } };
  const rotate = useCloudMutation('replaceEndpointSecret', target);
  const remove = useCloudMutation('removeEndpoint', target);
  const [dialog, openDialog] = useState<'rotate' | 'remove'>();
  const [newSecret, setNewSecret] = useState<NewSecret>();
  const close = () => openDialog(undefined);
  return (
    <>
      <div className="actions">
        <Button className="button button--small" onPress={() => openDialog('rotate')}>
          <Icon name="key" /> Replace the secret
        </Button>
        <Button className="button button--small" onPress={() => openDialog('remove')}>
          Remove …
        </Button>
      </div>
      <ConfirmDialog
        title="Replace the signing secret?"
        consequences={[
          'A new secret is shown once.',
          `For ${overlap()} every message carries both signatures, so your endpoint can switch without losing one; after that, only the new one.`,
        ]}
        cancelLabel="Keep the old one"
        submitLabel="Replace it"
        change={rotate}
        isOpen={dialog === 'rotate'}
        onClose={close}
        onDone={({ secret, oldSecretUntil: until }) =>
          setNewSecret({
            title: 'The new signing secret',
            what: 'the signing secret',
            secret,
            notes: [`The previous one is valid until ${formatMinute(until)}.`],
          })
        }
      />
      <ConfirmDialog
        title="Remove this endpoint?"
        consequences={[
          `Nothing is sent to ${url} any more.`,
          'Its pending messages and its delivery log are deleted.',
        ]}
        cancelLabel="Keep it"
        submitLabel="Remove it"
        change={remove}
        isOpen={dialog === 'remove'}
        onClose={close}
        onDone={() => navigate('developer', 'app', clientId)}
        isDestructive
      />
      <SecretDialog newSecret={newSecret} onClose={() => setNewSecret(undefined)} />
    </>
  );
};

/** The actions on an endpoint. */
export const EndpointActions = ({ endpoint }: EndpointProps) => {
  const { oldSecretUntil } = endpoint;
  return (
    <section className="panel card" aria-labelledby="endpoint-actions">
      <h2 id="endpoint-actions">The endpoint</h2>
      <TestAndEnable endpoint={endpoint} />
      <p className="quiet small">
        {oldSecretUntil === undefined
          ? 'Messages are signed with its secret, which was shown when it was created.'
          : `Messages carry two signatures until ${formatMinute(oldSecretUntil)}: with the new secret and with the previous one.`}
      </p>
      <SecretAndRemoval endpoint={endpoint} />
    </section>
  );
};
