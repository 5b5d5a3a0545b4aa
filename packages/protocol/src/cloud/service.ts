import { bool, list, record, text } from '../field/make.ts';
import { cloudComponent, cloudResponses, componentId, requestId } from './envelopes.ts';
import { cloudResultNames } from './results.ts';

const accessToken = text('the access token (interface 5.3)', { section: '5.3' });

const userID = cloudResponses.Discover.properties.response.properties.userID;
const devices = list('components', cloudComponent, { min: 0, max: 1_000_000 });
/** Maximum number of bridges that a watcher can resume in one request. */
const maxCursors = 20_000;
const cursor = text(
  'opaque position after this message, to resume this bridge from; empty if the bridge is gone: forget its cursor',
);
const systemId = text('9-digit id of the bridge that they belong to', { example: '000000001' });

/**
 * The messages of the gRPC interface (interface 5.3). Fields are numbered from 1 in their order. Add a new field at the
 * end of its message and never remove one, so that the numbers do not change.
 */
export const grpcMessages = {
  Component: cloudComponent,
  DiscoverRequest: record('all components of the user', { accessToken, requestId }),
  DiscoverResponse: record('the user and their components', { requestId, userID, devices }),
  QueryRequest: record('one component', { accessToken, requestId, componentId }),
  QueryResponse: record('the component', { requestId, component: cloudComponent }),
  ControlRequest: record('a command that sets a value', {
    accessToken,
    requestId,
    componentId,
    requestBody: text('one control command as JSON text (interface 4.4)', { example: '{"SysOn":1}' }),
  }),
  ControlResponse: record('confirmation that the command was carried out', {
    requestId,
    componentId,
    result: text('`OK`', { section: '7', example: 'OK' }),
  }),
  WatchRequest: record('request for components as they change', {
    accessToken,
    requestId,
    cursors: list(
      `where to resume: the last \`cursor\` received for each bridge, at most ${maxCursors}; a bridge without one is sent in full`,
      cursor,
      { min: 0, max: maxCursors },
    ),
  }),
  WatchResponse: record(
    'changes of one bridge; a message without a systemId only shows that the stream is still open',
    {
      requestId,
      systemId,
      snapshot: bool('whether these are all components of that bridge: any other component is gone'),
      components: devices,
      removed: list('components that are gone', componentId, { min: 0, max: 384 }),
      cursor,
    },
  ),
  Failure: record('the reason why a call was refused, as a detail of its gRPC status', {
    requestId,
    result: text(`result message: ${cloudResultNames.join(', ')}`, {
      section: '7',
      example: 'InvalidRequest',
    }),
    detail: text('the reason, in one sentence', { example: 'The key requestType is missing.' }),
  }),
} as const;

export type GrpcMessage = keyof typeof grpcMessages;

/** One call of the gRPC interface. */
export interface GrpcMethod {
  readonly name: string;
  readonly summary: string;
  readonly request: GrpcMessage;
  readonly response: GrpcMessage;
  /** True if the response is a stream. */
  readonly stream?: boolean;
}

/** The gRPC interface: the operations of interface 4.3 with the token inside the message (interface 5.3), and Watch. */
export const climateCloud = {
  package: 'plenum.cloud.v1',
  service: 'ClimateCloud',
  methods: [
    {
      name: 'Discover',
      summary: 'Returns all components of the user with their latest datagrams.',
      request: 'DiscoverRequest',
      response: 'DiscoverResponse',
    },
    {
      name: 'Query',
      summary: 'Returns one component with its latest datagram.',
      request: 'QueryRequest',
      response: 'QueryResponse',
    },
    {
      name: 'Control',
      summary: 'Sets a value. Repeating a requestId within 10 minutes repeats the answer, not the command.',
      request: 'ControlRequest',
      response: 'ControlResponse',
    },
    {
      name: 'Watch',
      summary:
        'Sends all components of the user, bridge by bridge, and then their changes, until the token is no longer valid.',
      request: 'WatchRequest',
      response: 'WatchResponse',
      stream: true,
    },
  ] as readonly GrpcMethod[],
} as const;

/**
 * The gRPC status code for each HTTP status (https://grpc.io/docs/guides/status-codes/).
 */
export const grpcStatuses = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  502: 'FAILED_PRECONDITION',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
} as const;
