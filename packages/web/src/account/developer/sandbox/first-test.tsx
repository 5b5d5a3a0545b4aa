import type { ConsoleResult } from '@plenum/client/console';
import { type AnswerOf, appVariables } from '@plenum/protocol/console';
import { useRef, useState } from 'react';
import { TextField } from '../../../design/field/text-field.tsx';
import type { ConsoleSession } from '../../../session/session.ts';
import { t } from '../../../text/text.ts';
import { useCloudChange } from '../../account-context.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import type { App } from '../apps.ts';
import { ChooseHouse, firstHouse, type ShippedHouse } from './choose-house.tsx';

/** The steps to a first test, in their order. */
type Step = 'makeTestKeys' | 'makeEndpoint' | 'makeTestUser' | 'makeTestHouse' | 'makeTestTokens';

type Made = { [Id in Step]?: AnswerOf<Id> };

interface Choice {
  readonly app: App;
  readonly house: ShippedHouse;
  /** Empty if no endpoint is wanted yet. */
  readonly url: string;
}

/** Creates everything that is missing in `made`, so that it can be repeated after a refusal. */
const makeAll = async (
  { post }: ConsoleSession,
  made: Made,
  { app: { clientId, testClientId }, house, url }: Choice,
): Promise<ConsoleResult<Made>> => {
  const ofKeys = () => ({ clientId: testClientId ?? made.makeTestKeys!.clientId });
  const ofUser = () => ({ testUserId: made.makeTestUser!.testUserId });
  const steps: { readonly [Id in Step]: () => Promise<ConsoleResult<AnswerOf<Id>>> } = {
    makeTestKeys: () => post('makeTestKeys', { parameters: { clientId } }),
    // Second, because it is the one that can be refused for what was entered.
    makeEndpoint: () => post('makeEndpoint', { parameters: ofKeys(), body: { url } }),
    makeTestUser: () => post('makeTestUser', { body: { name: t('sandbox.firstUser') } }),
    makeTestHouse: () => post('makeTestHouse', { parameters: ofUser(), body: { house } }),
    makeTestTokens: () => post('makeTestTokens', { parameters: { clientId, ...ofUser() }, body: {} }),
  };
  const isDone = (id: Step) =>
    made[id] !== undefined ||
    (id === 'makeTestKeys' && testClientId !== undefined) ||
    (id === 'makeEndpoint' && url === '');
  for (const id of Object.keys(steps) as Step[]) {
    if (isDone(id)) continue;
    const answer = await steps[id]();
    if (!answer.ok) return answer;
    Object.assign(made, { [id]: answer.value });
  }
  return { ok: true, value: made };
};

/** Lists the secrets as environment variables, which the examples of the documentation and `plenum verify-cloud` read. */
const toVariables = ({ makeTestKeys, makeEndpoint, makeTestTokens }: Made, { redirectUris }: App): string =>
  Object.entries({
    accessToken: makeTestTokens?.accessToken,
    refreshToken: makeTestTokens?.refreshToken,
    clientId: makeTestTokens?.clientId,
    clientSecret: makeTestKeys?.secret,
    redirectUri: redirectUris[0],
    endpointSecret: makeEndpoint?.secret,
  } satisfies Readonly<Record<keyof typeof appVariables, string | undefined>>)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${appVariables[name as keyof typeof appVariables]}=${value}`],
    )
    .join('\n');

interface FirstTestProps {
  readonly app: App;
  readonly onStart: () => void;
  readonly onMade: (variables: string) => void;
}

/** A form that creates a test user with a house, and what an app needs to use it. */
export function FirstTest({ app, onStart, onMade }: FirstTestProps) {
  const [house, setHouse] = useState<ShippedHouse>(firstHouse);
  const [url, setUrl] = useState('');
  const made = useRef<Made>({});
  const change = useCloudChange(async (session, choice: Choice) => {
    const answer = await makeAll(session, made.current, choice);
    // The secrets are shown before the page is loaded again, so that the dialog covers what moves.
    if (answer.ok) onMade(toVariables(answer.value, app));
    return answer;
  });
  return (
    <DialogForm
      change={change}
      run={() => {
        onStart();
        return change.run({ app, house, url: url.trim() });
      }}
      submitLabel={t('sandbox.start')}
    >
      <p className="quiet">{t('sandbox.noUsers')}</p>
      <ChooseHouse value={house} onChange={setHouse} />
      <TextField
        label={t('sandbox.firstEndpoint')}
        value={url}
        onChange={(typed) => {
          change.clear();
          setUrl(typed);
        }}
        isInvalid={/^(url|address)-/.test(change.refusal?.code ?? '')}
        hint={t('sandbox.firstEndpointHint')}
      />
    </DialogForm>
  );
}
