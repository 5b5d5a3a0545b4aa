import { cloudLimits } from '@plenum/protocol/cloud';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { ActionButton } from '../../../design/action-button.tsx';
import { FormError } from '../../../design/field/form-error.tsx';
import { Toggle } from '../../../design/field/toggle.tsx';
import { Icon } from '../../../design/icon.tsx';
import { t } from '../../../text/text.ts';
import { useCloudMutation, useCloudQuery } from '../../account-context.tsx';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { navigate } from '../../frame/routes.ts';
import { SuccessMessage } from '../../frame/success-message.tsx';
import type { WebhookEndpoint } from '../endpoints.ts';
import { useOfferedTestUsers } from '../sandbox/test-users.tsx';
import { formatMinute } from '../ui/format.ts';
import { useHouseTitles } from '../ui/house-titles.ts';
import { useSecretDialog } from '../ui/secret-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { useRefreshSoon } from '../ui/use-refresh-soon.ts';

const overlap = () => t('console.hours', { count: cloudLimits.secretOverlap / 3_600_000 });

interface EndpointProps {
  readonly endpoint: WebhookEndpoint;
}

interface TestedComponentProps {
  readonly clientId: string;
  readonly value: string;
  readonly onChange: (componentId: string) => void;
}

/** Selects the component for a test event, in the houses that the app can see. */
const TestedComponent = ({ clientId, value, onChange }: TestedComponentProps) => {
  const titles = useHouseTitles(useOfferedTestUsers().users);
  const { components = [] } = useCloudQuery('testableComponents', { query: { clientId } }).data ?? {};
  const choices = components.map(({ componentId, systemId, name }) => {
    const part = componentId.slice(systemId.length + 1);
    const label = name === '' ? part : `${part} · ${name}`;
    return { value: componentId, label, group: titles.get(systemId) ?? systemId };
  });
  return (
    <Select
      label={t('console.testCarries')}
      choices={[{ value: '', label: t('console.noComponent') }, ...choices]}
      value={value}
      onChange={onChange}
    />
  );
};

const TestAndEnable = ({ endpoint: { id: endpointId, clientId, disabled } }: EndpointProps) => {
  const target = { parameters: { clientId, endpointId } };
  const test = useCloudMutation('testEndpoint', target);
  const enable = useCloudMutation('enableEndpoint', target);
  const disable = useCloudMutation('disableEndpoint', target);
  const refreshSoon = useRefreshSoon();
  const [sentence, setSentence] = useState<string>();
  const [componentId, setComponentId] = useState('');
  const isOn = disabled === undefined;
  return (
    <>
      <TestedComponent clientId={clientId} value={componentId} onChange={setComponentId} />
      <div className="actions">
        <ActionButton
          isDisabled={!isOn}
          isBusy={test.isBusy}
          onPress={async () => {
            setSentence(undefined);
            const done = await test.run(componentId === '' ? {} : { componentId });
            setSentence(done && t('console.queued'));
            refreshSoon();
          }}
        >
          {t('console.sendTest')}
        </ActionButton>
        <Toggle
          label={isOn ? t('console.enabled') : t('console.disabled')}
          isOn={isOn}
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
  const [secretDialog, showSecret] = useSecretDialog();
  const close = () => openDialog(undefined);
  return (
    <>
      <div className="actions">
        <Button className="button button--small" onPress={() => openDialog('rotate')}>
          <Icon name="key" /> {t('console.replaceSecret')}
        </Button>
        <Button className="button button--small" onPress={() => openDialog('remove')}>
          {t('console.removeMore')}
        </Button>
      </div>
      <ConfirmDialog
        title={t('console.replaceSigningQuestion')}
        consequences={[t('console.shownOnce'), t('console.bothSignatures', { overlap: overlap() })]}
        cancelLabel={t('console.keepOld')}
        submitLabel={t('console.replaceIt')}
        change={rotate}
        isOpen={dialog === 'rotate'}
        onClose={close}
        onDone={({ secret, oldSecretUntil: until }) =>
          showSecret({
            title: t('console.newSigningSecret'),
            what: t('console.theSigningSecret'),
            secret,
            notes: [t('console.oldValidUntil', { until: formatMinute(until) })],
          })
        }
      />
      <ConfirmDialog
        title={t('console.removeEndpointQuestion')}
        consequences={[t('console.nothingSentTo', { url }), t('console.pendingDeleted')]}
        cancelLabel={t('account.keepIt')}
        submitLabel={t('console.removeIt')}
        change={remove}
        isOpen={dialog === 'remove'}
        onClose={close}
        onDone={() => navigate('developer', 'app', clientId)}
        isDestructive
      />
      {secretDialog}
    </>
  );
};

export function EndpointActions({ endpoint }: EndpointProps) {
  const { oldSecretUntil } = endpoint;
  return (
    <section className="panel card" aria-labelledby="endpoint-actions">
      <h2 id="endpoint-actions">{t('console.theEndpoint')}</h2>
      <TestAndEnable endpoint={endpoint} />
      <p className="quiet small">
        {oldSecretUntil === undefined
          ? t('console.signed')
          : t('console.signedTwice', { until: formatMinute(oldSecretUntil) })}
      </p>
      <SecretAndRemoval endpoint={endpoint} />
    </section>
  );
}
