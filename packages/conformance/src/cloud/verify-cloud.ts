import { randomBytes } from 'node:crypto';
import type { Json } from '../bridge/read/readings.ts';
import { type Check, isOfSection, type RowResult, runChecks } from '../row.ts';
import { type CloudContext, control, createSender, query, type VerifyCloudOptions } from './context.ts';
import { devChecks } from './dev-checks.ts';
import { cloudEventChecks } from './event-checks.ts';
import { grpcChecks } from './grpc-checks.ts';
import { guestChecks } from './guest-checks.ts';
import { oauthChecks } from './oauth-checks.ts';
import { openReceiver } from './receiver.ts';

/** Every check of a cloud, in the order of a report. */
export const cloudChecks: readonly Check<CloudContext>[] = [
  ...oauthChecks,
  ...devChecks,
  ...guestChecks,
  ...grpcChecks,
  ...cloudEventChecks,
];

/** The check that exceeds the request limit of a token, so it runs last. */
const rate = 'cloud.rate';

/** Returns the setpoints of the zones, which are restored after the checks. */
const setpointsOf = (devices: readonly Json[]) =>
  devices.flatMap(({ componentId, datagram }) =>
    typeof (datagram as Json | undefined)?.Setpoint === 'number' &&
    /_zone_\d+$/.test(String(componentId)) &&
    /_(?:hvac|izone)_/.test(String(componentId))
      ? [{ componentId, datagram: datagram as Json }]
      : [],
  );

/** Restores the setpoints that checks changed. */
const putBack = async (context: CloudContext): Promise<void> => {
  if (!context.options.write) return;
  const [zone] = setpointsOf(context.devices);
  if (zone === undefined) return;
  const { componentId, datagram } = zone;
  const { json } = await context.dev(query(componentId));
  const now = (json?.response as { component?: { datagram?: Json } })?.component?.datagram?.Setpoint;
  if (now !== undefined && now !== datagram.Setpoint)
    await context.dev(
      control(componentId, { ZoneSetpoint: { Index: datagram.Index, Setpoint: datagram.Setpoint } }),
    );
};

/** Checks a cloud against the interface: authorization, errors, envelopes, isolation, limits and events. */
export async function verifyCloud(options: VerifyCloudOptions): Promise<readonly RowResult[]> {
  const { credentials = {}, only } = options;
  const { receiver } = options;
  await using opened = receiver === undefined ? undefined : await openReceiver(receiver.host, receiver.port);
  const context: CloudContext = {
    options,
    url: options.url,
    codeVerifier: randomBytes(32).toString('base64url'),
    accessToken: credentials.accessToken,
    refreshToken: credentials.refreshToken,
    devices: [],
    webhooks: opened?.webhooks ?? [],
    awaitWebhook: async (isWanted) => opened?.awaitWebhook(isWanted),
    ...createSender(options, () => context.accessToken),
  };
  const results = await runChecks(
    cloudChecks.filter(({ id }) => id !== rate),
    context,
  );
  await putBack(context);
  const last = await runChecks(
    cloudChecks.filter(({ id }) => id === rate),
    context,
  );
  const all = [...results, ...last];
  return only === undefined ? all : all.filter(({ section }) => isOfSection(section, only));
}
