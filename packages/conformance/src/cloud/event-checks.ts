import { type CloudMessage, verifyWebhook } from '@plenum/client';
import { check as checkField } from '@plenum/protocol/check';
import { cloudMessages } from '@plenum/protocol/cloud';
import { kinds } from '@plenum/protocol/component';
import { toExample } from '@plenum/protocol/derive';
import type { Field } from '@plenum/protocol/field';
import { toSentence } from '@plenum/protocol/refusal';
import type { Json } from '../bridge/read/readings.ts';
import { type Check, type Finding, keptUnless, untested } from '../row.ts';
import { type CloudContext, control, query, type ReceivedWebhook } from './context.ts';

type Run = Check<CloudContext>['run'];

const check = (id: string, statement: string, run: Run): Check<CloudContext> => ({
  id: `events.${id}`,
  section: '6',
  statement,
  level: 'must',
  run,
});

/** Returns the message of a webhook if it was signed with the secret of the endpoint. */
const messageOf = ({ headers, body }: ReceivedWebhook, secret: string): CloudMessage | undefined => {
  try {
    return verifyWebhook({ headers, body, secrets: [secret] }).message;
  } catch {
    return undefined;
  }
};

/** Creates a check of the received webhooks. */
const received =
  (run: (webhooks: readonly ReceivedWebhook[], secret: string) => Finding): Run =>
  async ({ options, webhooks }) => {
    const { endpointSecret } = options.credentials ?? {};
    if (options.receiver === undefined || endpointSecret === undefined)
      return untested('There is no receiver, or no secret of its endpoint.');
    return webhooks.length === 0 ? untested('No message arrived.') : run(webhooks, endpointSecret);
  };

const other = (setpoint: unknown) => (setpoint === 2300 ? 2350 : 2300);

const isZone = ({ componentId }: Json) =>
  /_zone_\d+$/.test(String(componentId)) && /_(?:hvac|izone)_/.test(String(componentId));

const readSetpoint = async (
  context: CloudContext,
  componentId: unknown,
): Promise<{ index: unknown; setpoint: unknown }> => {
  const { json } = await context.dev(query(componentId));
  const { datagram = {} } = (json?.response as { component?: { datagram?: Json } })?.component ?? {};
  return { index: datagram.Index, setpoint: datagram.Setpoint };
};

/** Changes the setpoint of a zone, and waits for the event about it. */
const causesEvent: Run = async (context) => {
  const { options, devices } = context;
  const { endpointSecret: secret } = options.credentials ?? {};
  if (!options.write) return untested('Nothing is changed without --write.');
  if (options.receiver === undefined || secret === undefined)
    return untested('There is no receiver, or no secret of its endpoint.');
  const zone = devices.find(isZone);
  if (zone === undefined) return untested('The user has no zone.');
  const { index, setpoint } = await readSetpoint(context, zone.componentId);
  const target = other(setpoint);
  const done = await context.dev(
    control(zone.componentId, { ZoneSetpoint: { Index: index, Setpoint: target } }),
  );
  if (done.status !== 200) return keptUnless([`The control was answered ${done.text.slice(0, 100)}.`]);
  const arrived = await context.awaitWebhook((webhook) => {
    const message = messageOf(webhook, secret);
    return (
      message?.requestType === 'Event' &&
      message.requestBody.devices.some(
        ({ componentId, datagram }) => componentId === zone.componentId && datagram.Setpoint === target,
      )
    );
  });
  return keptUnless(arrived === undefined ? ['No signed Event about it arrived within 15 s.'] : []);
};

const shape = received((webhooks) =>
  keptUnless(
    webhooks.flatMap(({ body }) => {
      const message = JSON.parse(body) as { requestType?: string };
      const field = cloudMessages[message.requestType as keyof typeof cloudMessages] as Field | undefined;
      if (field === undefined)
        return [`A message has the requestType ${JSON.stringify(message.requestType)}.`];
      const checked = checkField(field, message);
      return checked.ok ? [] : [toSentence(checked.refusal)];
    }),
  ),
);

const isWhole = received((webhooks) => {
  const zoneKeys = Object.keys(toExample(kinds.zone.fields) as object).filter(
    (key) => !('live' in kinds.zone.fields.properties[key as 'Index']['x-plenum']),
  );
  const zones = webhooks
    .flatMap(
      ({ body }) =>
        (JSON.parse(body) as { requestBody?: { devices?: readonly Json[] } }).requestBody?.devices ?? [],
    )
    .filter(isZone);
  if (zones.length === 0) return untested('No message contained a zone.');
  return keptUnless(
    zones.flatMap(({ componentId, datagram }) =>
      zoneKeys
        .filter((key) => !Object.hasOwn(datagram as object, key))
        .map((key) => `${componentId}: ${key} is missing.`),
    ),
  );
});

/** Events (interface 6), with a receiver. */
export const cloudEventChecks: readonly Check<CloudContext>[] = [
  check('caused', 'A change of a component is sent to the endpoint of an app.', causesEvent),
  check(
    'signed',
    'Every message has the headers of Standard Webhooks and is signed with the secret of the endpoint (◇).',
    received((webhooks, secret) =>
      keptUnless(
        webhooks
          .filter((each) => messageOf(each, secret) === undefined)
          .map(() => 'A message is not signed with the secret of the endpoint.'),
      ),
    ),
  ),
  check('message', 'Each message is a Sync or an Event with the keys of the interface.', shape),
  check('whole', 'An Event carries the complete datagram of each component.', isWhole),
];
