import { randomUUID } from 'node:crypto';
import type { CloudTokens } from '@plenum/client';
import { fetchWithoutBrotli } from '@plenum/platform/fetch';
import { isRecord } from '@plenum/protocol/json';
import type { Json } from '../bridge/read/readings.ts';
import { callGrpc, type GrpcCall } from './grpc-wire.ts';

/** Credentials of an app and its users at a cloud; each missing part leaves some statements untested. */
export interface CloudCredentials {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly redirectUri?: string;
  readonly accessToken?: string;
  /** The refresh token. Each use replaces it, and `onTokens` gets the new tokens. */
  readonly refreshToken?: string;
  /** The access token of another user, or of the same user for another house. */
  readonly otherAccessToken?: string;
  /** The access token of a guest who may view a house of the user, but not control it. */
  readonly guestAccessToken?: string;
  /** The access token of a guest who may control the house. */
  readonly guestControlAccessToken?: string;
  /** The access token of a guest who may manage the house. */
  readonly guestManageAccessToken?: string;
  /** The secret of an endpoint that is registered with the address of the receiver. */
  readonly endpointSecret?: string;
}

/** Options for checking a cloud; times in milliseconds. */
export interface VerifyCloudOptions {
  readonly url: string;
  readonly credentials?: CloudCredentials;
  /** Signs in and allows the app like a user. Returns the final address of the browser. */
  readonly authorize?: (loginUrl: string) => Promise<string>;
  /** Local address on which to receive events; the endpoint of the app is registered for it. */
  readonly receiver?: { readonly host: string; readonly port: number };
  /** True to change the setpoint of a zone and restore it, which causes events. */
  readonly write?: boolean;
  readonly onTokens?: (tokens: CloudTokens) => void | Promise<void>;
  /** Timeout of one request; default 15000. */
  readonly timeout?: number;
  readonly only?: string;
}

/** A response from a cloud. */
export interface CloudAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, if it is a JSON object. */
  readonly json: Json | undefined;
}

/** A webhook that arrived at the receiver. */
export interface ReceivedWebhook {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Shared by all checks: functions that send requests, and results that later checks use. */
export interface CloudContext {
  /** The PKCE verifier of the logins (RFC 7636). */
  readonly codeVerifier: string;
  readonly options: VerifyCloudOptions;
  readonly url: string;
  accessToken: string | undefined;
  refreshToken: string | undefined;
  /** The components of the user. */
  devices: readonly Json[];
  readonly webhooks: readonly ReceivedWebhook[];
  /** Sends a request. The status is 0 if no response came in time. */
  send(path: string, init?: RequestInit): Promise<CloudAnswer>;
  /** Posts to `/dev` with the token, with another token, or with none (`null`). */
  dev(body: unknown, token?: string | null): Promise<CloudAnswer>;
  /** Posts a form with the id of the app to `/token`, `/revoke` or `/introspect`. */
  form(path: string, fields: Readonly<Record<string, string>>): Promise<CloudAnswer>;
  /** Calls a method of the service over gRPC; the caller disposes of the call. */
  grpc(method: string, request: Json): GrpcCall;
  /** Waits for a webhook that matches. */
  awaitWebhook(isWanted: (webhook: ReceivedWebhook) => boolean): Promise<ReceivedWebhook | undefined>;
}

const parse = (text: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Stands in for a missing response; its text is the reason. */
const nothing = (text: string): CloudAnswer => ({ status: 0, headers: new Headers(), text, json: undefined });

/** True if there was any response. */
export const isAnswered = ({ status }: CloudAnswer): boolean => status !== 0;

/** Returns the status of a response, or the reason why there was none. */
export const describeStatus = (answer: CloudAnswer): string =>
  isAnswered(answer) ? `The status is ${answer.status}.` : `There was no answer: ${answer.text}.`;

type Sender = Pick<CloudContext, 'send' | 'dev' | 'form' | 'grpc'>;

/** Sends requests to a cloud; does not follow redirects, and does not throw. */
export function createSender(options: VerifyCloudOptions, accessToken: () => string | undefined): Sender {
  const { url, credentials = {}, timeout = 15_000 } = options;
  const send: Sender['send'] = async (path, init = {}) => {
    try {
      const signal = AbortSignal.timeout(timeout);
      const answer = await fetchWithoutBrotli(`${url}${path}`, { redirect: 'manual', signal, ...init });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, json: parse(text) };
    } catch (error) {
      const { cause, message } = error as Error & { cause?: Error };
      return nothing(cause?.message || message);
    }
  };
  return {
    send,
    grpc: (method, request) => callGrpc({ url, timeout }, method, request),
    dev: (body, token = accessToken() ?? null) =>
      send('/dev', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(token !== null && { Authorization: `Bearer ${token}` }),
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    form: (path, fields) => {
      const { clientId = 'none', clientSecret } = credentials;
      const secret = clientSecret === undefined ? {} : { client_secret: clientSecret };
      return send(path, {
        method: 'POST',
        body: new URLSearchParams({ client_id: clientId, ...secret, ...fields }),
      });
    },
  };
}

export const discover = () => ({ requestId: randomUUID(), requestType: 'Discover' });
export const query = (componentId: unknown) => ({
  requestId: randomUUID(),
  requestType: 'Query',
  componentId,
});
export const control = (componentId: unknown, requestBody: unknown, requestId: string = randomUUID()) => ({
  requestId,
  requestType: 'Control',
  componentId,
  requestBody,
});
