import type { BodyOf, BridgeEndpoint } from '@plenum/protocol/endpoint';
import { ok, type Result } from '@plenum/protocol/refusal';
import { refuseInstaller } from '../../device/with-authority.ts';
import { type Answer, toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { readBody } from '../body.ts';
import type { InstallerCheck } from '../caller.ts';
import type { HttpRequest } from '../request.ts';
import { type Route, servedAt } from '../route.ts';

/** Creates routes that only an installer may use (decisions/030). */
export interface InstallerRoutes {
  /** Refuses a caller who is not an installer. */
  refused(request: HttpRequest, endpoint: BridgeEndpoint): Result<never> | undefined;
  read(endpoint: BridgeEndpoint, read: () => unknown): Route;
  /** `toDone` returns the response of a request that was not refused; `OK` by default. */
  write<E extends BridgeEndpoint & { readonly method: 'post' }, T>(
    endpoint: E,
    act: (body: BodyOf<E>, request: HttpRequest) => Result<T> | Promise<Result<T>>,
    toDone?: (value: T) => Answer,
  ): Route;
}

export function createInstallerRoutes(isInstaller: InstallerCheck): InstallerRoutes {
  const refused: InstallerRoutes['refused'] = (request, { path }) =>
    refuseInstaller(isInstaller(request), path);
  return {
    refused,
    read: (endpoint, read) => ({
      ...servedAt(endpoint),
      handle: (request) =>
        toAnswer(refused(request, endpoint) ?? ok(read()), (value) => toJsonAnswer(JSON.stringify(value))),
    }),
    write: (endpoint, act, toDone = () => toTextAnswer('OK')) => ({
      ...servedAt(endpoint),
      handle: async (request) => {
        const body = readBody(endpoint, request);
        const done = body.ok ? (refused(request, endpoint) ?? (await act(body.value, request))) : body;
        return toAnswer(done, toDone);
      },
    }),
  };
}
