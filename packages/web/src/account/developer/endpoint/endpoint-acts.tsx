import { cloudLimits } from '@plenum/protocol/cloud';
import type { AnswerOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { ActButton } from '../../../design/act-button.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Problem } from '../../../design/problem.tsx';
import { Toggle } from '../../../design/toggle.tsx';
import { countOf } from '../../../reading/count.ts';
import { useChange } from '../../context.tsx';
import { AskFirst } from '../../frame/ask-first.tsx';
import { Done } from '../../frame/done.tsx';
import { goTo } from '../../frame/place.ts';
import { showMinute } from '../part/instants.ts';
import { SecretDialog, type Told } from '../part/secret-dialog.tsx';
import { useLookSoon } from '../part/use-look-soon.ts';
import { type Endpoint, pathOf } from './endpoints.ts';

const overlap = countOf(cloudLimits.secretOverlap / 3_600_000, 'hour');

/** What a developer does about an endpoint. */
export const EndpointActs = ({ endpoint }: { endpoint: Endpoint }) => {
  const { id: endpointId, clientId, url, disabled, oldSecretUntil } = endpoint;
  const path = pathOf({ clientId, endpointId });
  const test = useChange(`${path}/test`);
  const enable = useChange(`${path}/enable`);
  const disable = useChange(`${path}/disable`);
  const rotate = useChange<AnswerOf<'replaceEndpointSecret'>>(`${path}/secret`);
  const remove = useChange(`${path}/remove`);
  const [asks, setAsks] = useState<'rotate' | 'remove'>();
  const lookSoon = useLookSoon();
  const [sentence, setSentence] = useState<string>();
  const [told, setTold] = useState<Told>();
  const isOn = disabled === undefined;
  const close = () => setAsks(undefined);
  return (
    <section className="panel card" aria-labelledby="endpoint-acts">
      <h2 id="endpoint-acts">The endpoint</h2>
      <div className="acts">
        <ActButton
          isDisabled={!isOn}
          isBusy={test.isBusy}
          onPress={async () => {
            const done = await test.run();
            setSentence(done && 'On its way.');
            lookSoon();
          }}
        >
          Send a test event
        </ActButton>
        <Toggle
          label={isOn ? 'Enabled' : 'Disabled'}
          isOn={isOn}
          isDisabled={enable.isBusy || disable.isBusy}
          onChange={(on) => void (on ? enable : disable).run()}
        />
      </div>
      <Done sentence={sentence} />
      <Problem sentence={(test.refusal ?? enable.refusal ?? disable.refusal)?.sentence} />
      <p className="quiet small">
        {oldSecretUntil === undefined
          ? 'Messages are signed with its secret, which was shown when it was made.'
          : `Messages carry two signatures until ${showMinute(oldSecretUntil)}: of the new secret and of the one before.`}
      </p>
      <div className="acts">
        <Button className="button button--small" onPress={() => setAsks('rotate')}>
          <Icon name="key" /> Replace the secret
        </Button>
        <Button className="button button--small" onPress={() => setAsks('remove')}>
          Remove …
        </Button>
      </div>
      <AskFirst
        title="Replace the signing secret?"
        means={[
          'A new secret is shown once.',
          `For ${overlap} every message carries a signature of both, so your endpoint can change over without losing one; then only of the new.`,
        ]}
        keep="Keep the old one"
        does="Replace it"
        change={rotate}
        isOpen={asks === 'rotate'}
        onClose={close}
        onDone={({ secret, oldSecretUntil: until }) =>
          setTold({
            title: 'The new signing secret',
            what: 'the signing secret',
            secret,
            notes: [`The one before is good until ${showMinute(until)}.`],
          })
        }
      />
      <AskFirst
        title="Remove this endpoint?"
        means={[`Nothing is sent to ${url} any more.`, 'What waits for it and its delivery log go with it.']}
        keep="Keep it"
        does="Remove it"
        change={remove}
        isOpen={asks === 'remove'}
        onClose={close}
        onDone={() => goTo('developer', 'app', clientId)}
        isGrave
      />
      <SecretDialog told={told} onClose={() => setTold(undefined)} />
    </section>
  );
};
