import { PlenumError } from '@plenum/protocol/error';

/** The stable codes of the errors between a client and a cloud, with their meanings. */
export const cloudErrors = {
  unreachable: 'no connection could be made, or it broke',
  timeout: 'no whole answer in time',
  invalid: 'the request is malformed: the cloud refused it, or this client did before sending it',
  'signed-out': 'the tokens are no longer valid; the user must allow the app again',
  'not-allowed':
    'the user may not do this: the component is not theirs, or the command is accepted only on the local network',
  'too-many': 'too many requests: the cloud still refused after every retry',
  refused: 'the bridge refused the command; its sentence is the message',
  offline: 'the bridge is not connected to the cloud, or did not answer',
  unavailable: 'the cloud could not serve the request, even after every retry',
  failed: 'the cloud failed',
  malformed: 'an answer that cannot be understood',
  forged: 'a webhook that is not from the cloud, or too old',
  'weak-secret': 'an endpoint secret that is empty or too short to prove anything',
} as const;

export type CloudErrorCode = keyof typeof cloudErrors;

/** Details of an error. */
interface CloudErrorFacts {
  readonly status?: number;
  readonly requestId?: string;
  readonly cause?: unknown;
}

/**
 * An error between a client and a cloud: a stable `code` and one sentence, written by the cloud if it sent one. It is a
 * separate class because applications catch it with `instanceof` and read `status` and `requestId`.
 */
export class CloudError extends PlenumError<CloudErrorCode> {
  readonly status: number | undefined;
  readonly requestId: string | undefined;

  constructor(code: CloudErrorCode, sentence: string, { cause, ...facts }: CloudErrorFacts = {}) {
    super('client cloud', code, { sentence, facts, cause });
    this.name = 'CloudError';
    this.status = facts.status;
    this.requestId = facts.requestId;
  }
}

const byStatus: Readonly<Record<number, CloudErrorCode>> = {
  400: 'invalid',
  401: 'signed-out',
  403: 'not-allowed',
  405: 'invalid',
  413: 'invalid',
  429: 'too-many',
  502: 'refused',
  503: 'unavailable',
  504: 'offline',
};

/** Returns the error code for an HTTP status other than 200. */
export const codeOf = (status: number): CloudErrorCode => byStatus[status] ?? 'failed';
