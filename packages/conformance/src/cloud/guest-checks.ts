import type { Json } from '../bridge/read/readings.ts';
import { type Check, type Finding, keptUnless, untested } from '../row.ts';
import { type CloudContext, type CloudCredentials, control, discover, query } from './context.ts';
import { localOnlyControl } from './dev-checks.ts';
import { call, causesMessage, idsOf, numberOf, ok, request, watchAll, whereServed } from './grpc-calls.ts';
import {
  cloudCheck,
  devicesIn,
  isResult,
  otherSetpoint,
  type RunCheck,
  readDatagram,
  resultIn,
  signedIn,
  toSetpoint,
  written,
  zoneOf,
} from './judge.ts';

/** The role of the guest whose token is checked. */
interface Share {
  /** Prefix of the row ids. */
  readonly id: string;
  readonly credential: keyof CloudCredentials;
  readonly may: string;
  readonly controls: boolean;
}

/**
 * Guests who may manage can invite others on the pages of a cloud. For an app, managing is the same as controlling.
 */
const shares: readonly Share[] = [
  { id: 'guest', credential: 'guestAccessToken', may: 'may only view', controls: false },
  { id: 'guest-control', credential: 'guestControlAccessToken', may: 'may control', controls: true },
  { id: 'guest-manage', credential: 'guestManageAccessToken', may: 'may manage', controls: true },
];

/** A guest's request with the guest's token. */
type AsGuest = (context: CloudContext, token: string) => Promise<Finding>;

const withToken =
  ({ credential, may }: Share, run: AsGuest): RunCheck =>
  async (context) => {
    const token = context.options.credentials?.[credential];
    return token === undefined
      ? untested(`No access token of a guest who ${may} was given.`)
      : run(context, token);
  };

/** The result of a guest's request, over either transport. */
interface Attempt {
  readonly isDone: boolean;
  /** Kept if the cloud refused the request with UserNotAllowed. */
  readonly refusal: Finding;
  readonly answer: string;
}

interface GuestTransport {
  query(context: CloudContext, token: string, componentId: unknown): Promise<Attempt>;
  control(context: CloudContext, token: string, order: readonly [unknown, Json]): Promise<Attempt>;
}

const overHttps = async (
  context: CloudContext,
  token: string,
  message: Json & { readonly requestId: string },
): Promise<Attempt> => {
  const answer = await context.dev(message, token);
  const refusal = isResult(answer, 'UserNotAllowed', message);
  // A successful Query has no result.
  const isDone = answer.status === 200 && (resultIn(answer) ?? 'OK') === 'OK';
  return { isDone, refusal, answer: answer.text.slice(0, 100) };
};

const overGrpc = async (
  context: CloudContext,
  method: 'Query' | 'Control',
  message: Json,
): Promise<Attempt> => {
  const { status, sentence } = await call(context, method, message);
  const answer = `status ${status} (${sentence})`;
  const expected = numberOf('UserNotAllowed');
  const refusal = keptUnless(status === expected ? [] : [`It ends with ${answer}, not ${expected}.`]);
  return { isDone: status === ok, refusal, answer };
};

const https: GuestTransport = {
  query: (context, token, componentId) => overHttps(context, token, query(componentId)),
  control: (context, token, order) => overHttps(context, token, control(...order)),
};

const grpc: GuestTransport = {
  query: (context, token, componentId) => overGrpc(context, 'Query', request(token, { componentId })),
  control: (context, token, [componentId, body]) =>
    overGrpc(context, 'Control', request(token, { componentId, requestBody: JSON.stringify(body) })),
};

/** Returns a component that both the guest and the user discover. */
const findShared = async (context: CloudContext, token: string): Promise<Json | undefined> => {
  const own = new Set(idsOf(context.devices));
  return devicesIn(await context.dev(discover(), token)).find(({ componentId }) =>
    own.has(String(componentId)),
  );
};

const reads =
  (transport: GuestTransport): AsGuest =>
  async (context, token) => {
    const shared = await findShared(context, token);
    if (shared === undefined) return keptUnless(['The guest sees no component of the user.']);
    const { isDone, answer } = await transport.query(context, token, shared.componentId);
    return keptUnless(isDone ? [] : [`A Query is answered ${answer}.`]);
  };

/** Sets the setpoint of a zone as a guest, and reads it as the user. */
const setZone = async (
  [context, token]: Parameters<AsGuest>,
  transport: GuestTransport,
  { componentId }: Json,
) => {
  const before = await readDatagram(context, componentId);
  const target = otherSetpoint(before);
  const attempt = await transport.control(context, token, [componentId, toSetpoint(before, target)]);
  const { Setpoint } = await readDatagram(context, componentId);
  return { ...attempt, before: before.Setpoint, target, Setpoint };
};

const controlsNothing =
  (transport: GuestTransport): AsGuest =>
  async (context, token) => {
    const zone = zoneOf(context);
    if (zone === undefined) return untested('The user has no zone.');
    const { isDone, refusal, before, Setpoint } = await setZone([context, token], transport, zone);
    if (isDone) return keptUnless(['The control was executed.']);
    return Setpoint === before ? refusal : keptUnless(['The setpoint changed.']);
  };

const controls =
  (transport: GuestTransport) =>
  async (context: CloudContext, token: string, zone: Json): Promise<Finding> => {
    const { isDone, answer, target, Setpoint } = await setZone([context, token], transport, zone);
    return keptUnless([
      ...(isDone ? [] : [`The control is answered ${answer}.`]),
      ...(Setpoint === target ? [] : [`The setpoint is ${Setpoint}, not ${target}.`]),
    ]);
  };

/**
 * A check of a shared house: the end of its id, its section, the statement about a guest, and the function that checks
 * it.
 */
type ShareCheck = readonly [id: string, section: string, statement: string, run: RunCheck];

const toControlChecks = (share: Share): readonly ShareCheck[] => {
  const guest = `a guest who ${share.may}`;
  if (!share.controls)
    return [
      [
        'controls-nothing',
        '4.3',
        `A control of ${guest} is refused with UserNotAllowed, and changes nothing.`,
        withToken(share, controlsNothing(https)),
      ],
      [
        'grpc-controls-nothing',
        '5.3',
        `A control over gRPC of ${guest} ends with the status of UserNotAllowed, and changes nothing.`,
        whereServed(withToken(share, controlsNothing(grpc))),
      ],
    ];
  const asWriter = (transport: GuestTransport): RunCheck =>
    written((context, zone) =>
      withToken(share, (_, token) => controls(transport)(context, token, zone))(context),
    );
  return [
    ['controls', '4.3', `A control of ${guest} is executed, and the user sees its effect.`, asWriter(https)],
    [
      'local-only',
      '7',
      `A local-only command of ${guest} is refused with UserNotAllowed.`,
      withToken(share, async (context, token) => {
        const message = localOnlyControl(context);
        return isResult(await context.dev(message, token), 'UserNotAllowed', message);
      }),
    ],
    [
      'grpc-controls',
      '5.3',
      `A control over gRPC of ${guest} is executed, and the user sees its effect.`,
      whereServed(asWriter(grpc)),
    ],
  ];
};

const toChecks = (share: Share): readonly ShareCheck[] => {
  const guest = `a guest who ${share.may}`;
  return [
    [
      'reads',
      '4.3',
      `An app of ${guest} discovers the components of the shared house by the same ids, and can query them.`,
      withToken(share, reads(https)),
    ],
    [
      'isolation',
      '4.3',
      `A component that is not shared cannot be queried by ${guest}: the answer is UserNotAllowed.`,
      withToken(share, async (context, token) => {
        const missing = '000000000_hvac_zone_0';
        const [read, sent] = [
          await https.query(context, token, missing),
          await https.control(context, token, [missing, { SysOn: 0 }]),
        ];
        return read.refusal.found === 'kept' ? sent.refusal : read.refusal;
      }),
    ],
    [
      'grpc-reads',
      '5.3',
      `An app of ${guest} can query the shared components over gRPC.`,
      whereServed(withToken(share, reads(grpc))),
    ],
    [
      'watches',
      '5.3',
      `A Watch stream of ${guest} begins with the shared components.`,
      whereServed(
        withToken(share, async (context, token) => {
          const { seen } = await watchAll(context, request(token));
          const missing = idsOf(context.devices).filter((id) => !seen.includes(id));
          return keptUnless(missing.map((id) => `${id} is not sent.`));
        }),
      ),
    ],
    [
      'watches-changes',
      '5.3',
      `A Watch stream of ${guest} sends the changes that the user makes.`,
      whereServed(
        written((context, zone) =>
          withToken(share, (_, token) => causesMessage(context, token, zone))(context),
        ),
      ),
    ],
    ...toControlChecks(share),
  ];
};

/** A shared house, by the roles of its guests (interface 4.3). */
export const guestChecks: readonly Check<CloudContext>[] = shares.flatMap((share) =>
  toChecks(share).map(([id, section, statement, run]) =>
    cloudCheck(`${share.id}.${id}`, section, 'must', statement, signedIn(run)),
  ),
);
