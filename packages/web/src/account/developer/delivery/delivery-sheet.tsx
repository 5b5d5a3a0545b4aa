import { cloudLimits } from '@plenum/protocol/cloud';
import type { AnswerOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { ActionButton } from '../../../design/action-button.tsx';
import { FormError } from '../../../design/field/form-error.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Sheet } from '../../../design/overlay/sheet.tsx';
import { Wrappable } from '../../../design/wrappable.tsx';
import { type PlainKey, t } from '../../../text/text.ts';
import { useCloudMutation } from '../../account-context.tsx';
import { QueryResult } from '../../frame/query-result.tsx';
import { navigate } from '../../frame/routes.ts';
import { SuccessMessage } from '../../frame/success-message.tsx';
import type { EndpointRef } from '../endpoints.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { formatBytes, formatDuration, formatSecond } from '../ui/format.ts';
import { toPrettyJson } from '../ui/json-tokens.ts';
import { useRefreshSoon } from '../ui/use-refresh-soon.ts';
import { formatSubject, formatVerdict, useDelivery, type WholeDelivery } from './deliveries.ts';

interface SheetProps {
  readonly of: EndpointRef;
  readonly number: number;
  /** True if the endpoint is enabled. */
  readonly isOn: boolean;
}

const resent = {
  'same-message': 'console.sentSame',
  'new-message': 'console.sentNew',
} satisfies Record<AnswerOf<'resend'>['resent'], PlainKey>;

const Resend = ({ of, delivery, isOn }: Omit<SheetProps, 'number'> & { delivery: WholeDelivery }) => {
  const refreshSoon = useRefreshSoon();
  const [sentence, setSentence] = useState<string>();
  const { run, isBusy, refusal } = useCloudMutation('resend', {
    parameters: { ...of, number: String(delivery.number) },
  });
  return (
    <>
      <div className="actions">
        <ActionButton
          isBusy={isBusy}
          isDisabled={!isOn}
          onPress={async () => {
            const done = await run();
            setSentence(done && t(resent[done.value.resent]));
            refreshSoon();
          }}
        >
          <Icon name="again" />{' '}
          {delivery.verdict === 'delivered' || delivery.later?.verdict === 'delivered'
            ? t('console.resend')
            : t('console.retryNow')}
        </ActionButton>
        <SuccessMessage sentence={sentence} />
        {!isOn && <p className="quiet small">{t('console.enableFirst')}</p>}
      </div>
      <FormError sentence={refusal?.sentence} />
    </>
  );
};

const Sent = ({ delivery }: { delivery: WholeDelivery }) => {
  const { payload, isPayloadWhole, headers, bytes } = delivery;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      {lines.length > 0 && <CodeBlock label={t('console.headersSent')} text={lines.join('\n')} />}
      {payload === undefined ? (
        <p className="quiet small">{t('console.notStored')}</p>
      ) : (
        <CodeBlock
          label={
            isPayloadWhole ? t('console.payloadSent') : t('console.payloadPart', { size: formatBytes(bytes) })
          }
          text={toPrettyJson(payload)}
          isJson
        />
      )}
    </>
  );
};

/** Shows whether the message was delivered after this attempt. */
const Later = ({ later: { number, at, verdict } }: { later: NonNullable<WholeDelivery['later']> }) => {
  const facts = { number, at: formatSecond(at) };
  return verdict === 'delivered' ? (
    <SuccessMessage sentence={t('console.laterDelivered', facts)} />
  ) : (
    <p className="quiet">{t('console.laterFailed', facts)}</p>
  );
};

const Attempt = ({ of, number, isOn }: SheetProps) => (
  <QueryResult query={useDelivery(of, number)} what={t('console.theAttempt')}>
    {(delivery) => (
      <>
        {delivery.sentence !== undefined && (
          <p className="problem" data-activity="alert">
            <Icon name="warning" />
            {delivery.sentence}
          </p>
        )}
        {delivery.later !== undefined && <Later later={delivery.later} />}
        <dl className="facts">
          <dt>{t('console.result')}</dt>
          <dd>{formatVerdict(delivery)}</dd>
          <dt>{t('console.subject')}</dt>
          <dd>
            <Wrappable text={formatSubject(delivery)} />
          </dd>
          {delivery.attributes !== undefined && (
            <>
              <dt>{t('console.changedAttribute')}</dt>
              <dd>
                <Wrappable text={delivery.attributes.join(', ')} />
              </dd>
            </>
          )}
          <dt>{t('energy.time')}</dt>
          <dd className="num">{formatSecond(delivery.at)}</dd>
          <dt>{t('console.duration')}</dt>
          <dd className="num">{formatDuration(delivery.latency)}</dd>
          <dt>{t('console.attempt')}</dt>
          <dd className="num">{delivery.attempt}</dd>
          {delivery.nextAt !== undefined && delivery.later === undefined && (
            <>
              <dt>{t('console.nextAttemptAt')}</dt>
              <dd className="num">{formatSecond(delivery.nextAt)}</dd>
            </>
          )}
          <dt>{t('console.size')}</dt>
          <dd className="num">{formatBytes(delivery.bytes)}</dd>
        </dl>
        <Resend of={of} delivery={delivery} isOn={isOn} />
        {delivery.status !== undefined && (
          <CodeBlock
            label={t('console.responseFirst', {
              status: delivery.status,
              count: cloudLimits.storedAnswerLength,
            })}
            text={delivery.answer || '(empty)'}
          />
        )}
        <Sent delivery={delivery} />
      </>
    )}
  </QueryResult>
);

/** One delivery attempt: payload, response, and a button to send it again. */
export const DeliverySheet = ({
  of,
  number,
  isOn,
}: Omit<SheetProps, 'number'> & { number: number | undefined }) => (
  <Sheet
    title={t('console.attemptNumber', { number: number ?? '' })}
    isOpen={number !== undefined}
    onClose={() => navigate('developer', 'app', of.clientId, 'endpoint', of.endpointId)}
  >
    {number !== undefined && <Attempt of={of} number={number} isOn={isOn} />}
  </Sheet>
);
