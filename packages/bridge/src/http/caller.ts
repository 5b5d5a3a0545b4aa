import type { Socket } from 'node:net';
import { appHeader, type InstallerAccess, pageApp } from '@plenum/protocol/extension';
import { readTraceparent } from '@plenum/protocol/trace';
import type { Caller } from '../device/device.ts';
import { createInstallerCheck, type InstallerAccessDeps } from './installer.ts';
import type { HttpRequest } from './request.ts';

/** One signal for each connection, because a persistent one has many requests. */
const signals = new WeakMap<Socket, AbortSignal>();

const signalOf = (socket: Socket): AbortSignal => {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const gone = new AbortController();
  if (socket.destroyed) gone.abort();
  else socket.once('close', () => gone.abort());
  signals.set(socket, gone.signal);
  return gone.signal;
};

/** Returns true if the client of a request may give an installer's commands. */
export type InstallerCheck = (request: HttpRequest) => InstallerAccess;

/** Creates the installer check of a server with an installer key, or without one. */
export function installerCheckOf(key: string | undefined, access: InstallerAccessDeps): InstallerCheck {
  const check = createInstallerCheck(key, access);
  return ({ raw: { headers, httpVersion, socket } }) =>
    check({ headers, httpVersion, remoteAddress: socket.remoteAddress });
}

/** Preference to wait until a real bridge shows the command: `Prefer: wait=30` (RFC 7240, 4.3). */
const waits = /(?:^|,)\s*wait\s*=/i;

/** Preference to set a manual run time for one watering only: `Prefer: run-time=once`. */
const isOnce = /(?:^|,)\s*run-time\s*=\s*once\b/i;

/**
 * True if a request says that it comes from the bridge's own page. Only pages send an origin, and the guard has refused
 * every other page; any program can send the header.
 */
const isPage = ({ headers }: HttpRequest): boolean =>
  headers.origin !== undefined || headers[appHeader] === pageApp;

/** Returns the client of a request, with a signal that is aborted when the client disconnects. */
export const callerOf = (request: HttpRequest, isInstaller?: InstallerCheck): Caller => ({
  by: { over: 'local', ...(isPage(request) && { app: pageApp }) },
  trace: readTraceparent(request.headers.traceparent),
  once: isOnce.test(String(request.headers.prefer)),
  untilConfirmed: waits.test(String(request.headers.prefer)),
  ...(isInstaller !== undefined && { installer: isInstaller(request) }),
  signal: () => signalOf(request.raw.socket),
});
