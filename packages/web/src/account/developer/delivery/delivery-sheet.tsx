import { cloudLimits } from '@plenum/protocol/cloud';
import type { AnswerOf } from '@plenum/protocol/console';
import { useState } from 'react';
import { ActButton } from '../../../design/act-button.tsx';
import { Breakable } from '../../../design/breakable.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Problem } from '../../../design/problem.tsx';
import { Sheet } from '../../../design/sheet.tsx';
import { useChange } from '../../context.tsx';
import { Asked } from '../../frame/asked.tsx';
import { Done } from '../../frame/done.tsx';
import { goTo } from '../../frame/place.ts';
import { type EndpointRef, pathOf } from '../endpoint/endpoints.ts';
import { CodeBlock } from '../part/code-block.tsx';
import { showMoment, showTook } from '../part/instants.ts';
import { toPrettyJson } from '../part/json-pieces.ts';
import { showBytes } from '../part/sized.ts';
import { useLookSoon } from '../part/use-look-soon.ts';
import { showSubject, showVerdict, useDelivery, type WholeDelivery } from './deliveries.ts';

interface SheetProps {
  readonly of: EndpointRef;
  readonly number: number;
  /** Whether anything is sent to the endpoint at all. */
  readonly isOn: boolean;
}

const resent = {
  'same-message': 'It is sent again as the same message.',
  'new-message': 'It is sent anew, as it is now.',
} satisfies Record<AnswerOf<'resend'>['resent'], string>;

const Resend = ({ of, delivery, isOn }: Omit<SheetProps, 'number'> & { delivery: WholeDelivery }) => {
  const lookSoon = useLookSoon();
  const [sentence, setSentence] = useState<string>();
  const { run, isBusy, refusal } = useChange<AnswerOf<'resend'>>(
    `${pathOf(of)}/deliveries/${delivery.number}/resend`,
  );
  return (
    <>
      <div className="acts">
        <ActButton
          isBusy={isBusy}
          isDisabled={!isOn}
          onPress={async () => {
            const done = await run();
            setSentence(done && resent[done.value.resent]);
            lookSoon();
          }}
        >
          <Icon name="again" /> {delivery.verdict === 'delivered' ? 'Replay it' : 'Try again now'}
        </ActButton>
        <Done sentence={sentence} />
        {!isOn && <p className="quiet small">Enable the endpoint first.</p>}
      </div>
      <Problem sentence={refusal?.sentence} />
    </>
  );
};

const Sent = ({ delivery }: { delivery: WholeDelivery }) => {
  const { payload, isPayloadWhole, headers, bytes } = delivery;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      {lines.length > 0 && <CodeBlock label="Headers sent" text={lines.join('\n')} />}
      {payload === undefined ? (
        <p className="quiet small">What was sent then was not kept.</p>
      ) : (
        <CodeBlock
          label={isPayloadWhole ? 'Payload sent' : `Payload sent, the beginning of ${showBytes(bytes)}`}
          text={toPrettyJson(payload)}
          isJson
        />
      )}
    </>
  );
};

const Attempt = ({ of, number, isOn }: SheetProps) => (
  <Asked of={useDelivery(of, number)} what="the attempt">
    {(delivery) => (
      <>
        {delivery.sentence !== undefined && (
          <p className="problem" data-activity="alert">
            <Icon name="warning" />
            {delivery.sentence}
          </p>
        )}
        <dl className="facts">
          <dt>What came of it</dt>
          <dd>{showVerdict(delivery)}</dd>
          <dt>About</dt>
          <dd>
            <Breakable text={showSubject(delivery)} />
          </dd>
          <dt>When</dt>
          <dd className="num">{showMoment(delivery.at)}</dd>
          <dt>Took</dt>
          <dd className="num">{showTook(delivery.latency)}</dd>
          <dt>Attempt</dt>
          <dd className="num">{delivery.attempt}</dd>
          {delivery.nextAt !== undefined && (
            <>
              <dt>Next try</dt>
              <dd className="num">{showMoment(delivery.nextAt)}</dd>
            </>
          )}
          <dt>Size</dt>
          <dd className="num">{showBytes(delivery.bytes)}</dd>
        </dl>
        <Resend of={of} delivery={delivery} isOn={isOn} />
        {delivery.status !== undefined && (
          <CodeBlock
            label={`Answer ${delivery.status}, the first ${cloudLimits.keptAnswer} characters`}
            text={delivery.answer || '(nothing)'}
          />
        )}
        <Sent delivery={delivery} />
      </>
    )}
  </Asked>
);

/** One attempt: what was sent, what was answered, and sending it again. */
export const DeliverySheet = ({
  of,
  number,
  isOn,
}: Omit<SheetProps, 'number'> & { number: number | undefined }) => (
  <Sheet
    title={`Attempt ${number ?? ''}`}
    isOpen={number !== undefined}
    onClose={() => goTo('developer', 'app', of.clientId, 'endpoint', of.endpointId)}
  >
    {number !== undefined && <Attempt of={of} number={number} isOn={isOn} />}
  </Sheet>
);
