import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { pageApp } from '@plenum/protocol/extension';
import { callerOf, installerCheckOf } from './caller.ts';
import { refuseClientError } from './client-error.ts';
import { createGuesses } from './key-check.ts';
import { defaultLimits } from './limits.ts';
import type { HttpRequest } from './request.ts';

const openSocket = (destroyed = false) =>
  Object.assign(new EventEmitter(), { destroyed, remoteAddress: '127.0.0.1' }) as unknown as Socket;

const requestOf = (headers: Readonly<Record<string, string>> = {}, socket = openSocket()): HttpRequest =>
  ({ headers, raw: { headers, httpVersion: '1.1', socket } }) as unknown as HttpRequest;

describe('the client of a request', () => {
  it('recognizes its own page by an Origin or the header Plenum-App, and no other caller', () => {
    const byOf = (headers: Readonly<Record<string, string>>) => callerOf(requestOf(headers)).by;
    assert.deepEqual(byOf({}), { over: 'local' });
    assert.deepEqual(byOf({ origin: 'http://localhost' }), { over: 'local', app: pageApp });
    assert.deepEqual(byOf({ 'plenum-app': 'page' }), { over: 'local', app: pageApp });
    assert.deepEqual(byOf({ 'plenum-app': 'Thermo' }), { over: 'local' });
  });

  it('reads the trace of a request', () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    assert.equal(callerOf(requestOf({ traceparent })).trace, traceparent);
    assert.equal(callerOf(requestOf()).trace, undefined);
  });

  it('reads from Prefer whether to wait for confirmation, and whether a run time is for once', () => {
    for (const [prefer, untilConfirmed, once] of [
      [undefined, false, false],
      ['wait=30', true, false],
      ['respond-async, WAIT = 5', true, false],
      ['await=3', false, false],
      ['run-time=once', false, true],
      ['wait=1,Run-Time = Once', true, true],
      ['run-time=oncemore', false, false],
      ['run-time=always', false, false],
    ] as const) {
      const caller = callerOf(requestOf(prefer === undefined ? {} : { prefer }));
      assert.deepEqual([caller.untilConfirmed, caller.once], [untilConfirmed, once], String(prefer));
    }
  });

  it('aborts the signals of all requests of a connection when the connection is closed', () => {
    const socket = openSocket();
    const [first, second] = [callerOf(requestOf({}, socket)), callerOf(requestOf({}, socket))];
    const signal = first.signal?.();
    assert.equal(second.signal?.(), signal);
    assert.equal(signal?.aborted, false);
    assert.equal(socket.listenerCount('close'), 1);
    socket.emit('close');
    assert.equal(signal?.aborted, true);
    assert.equal(callerOf(requestOf({}, openSocket(true))).signal?.().aborted, true);
  });

  it('takes the caller’s installer access from the check of the server', () => {
    assert.equal('installer' in callerOf(requestOf()), false);
    const check = installerCheckOf('open-sesame', { guesses: createGuesses(createFakeClock()) });
    const accessOf = (headers: Readonly<Record<string, string>>) =>
      callerOf(requestOf(headers), check).installer;
    assert.equal(accessOf({ 'plenum-installer-key': 'open-sesame' }), 'allowed');
    assert.equal(accessOf({}), 'needs-key');
    const local = installerCheckOf(undefined, { guesses: createGuesses(createFakeClock()) });
    assert.equal(callerOf(requestOf({ host: 'localhost' }), local).installer, 'allowed');
    assert.equal(callerOf(requestOf({ host: 'bridge.lan' }), local).installer, 'not-from-here');
  });
});

describe('a connection that sends bytes that are not a request', () => {
  const refuse = (error: object, writable = true) => {
    const acts: unknown[] = [];
    const socket = {
      writable,
      destroy: () => void acts.push('destroyed'),
      end: (text: string) => void acts.push(text),
    } as unknown as Socket;
    refuseClientError(error as never, socket, { ...defaultLimits, headerBytes: 7, requestTimeout: 1_500 });
    return acts;
  };

  it('responds with the reason to bytes that are not a request, and closes the connection', () => {
    const sentence = '{ERROR: This is not a valid HTTP request: invalid method.}';
    assert.deepEqual(refuse({ reason: 'Invalid method', message: 'Parse Error' }), [
      `HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${sentence.length}\r\nConnection: close\r\n\r\n${sentence}`,
    ]);
    for (const [error, why] of [
      [{ message: 'Parse Error' }, 'parse error'],
      [{ code: 'HPE_HEADER_OVERFLOW', message: 'x' }, 'its headers are larger than 7 bytes'],
      [{ code: 'ERR_HTTP_REQUEST_TIMEOUT', message: 'x' }, 'it did not arrive within 1.5 s'],
      [{ code: 'EPIPE', message: 'x' }, 'x'],
    ] as const)
      assert.match(String(refuse(error)[0]), new RegExp(`: ${why}\\.}$`));
  });

  it('does not respond to a client that has disconnected', () => {
    assert.deepEqual(refuse({ code: 'ECONNRESET', message: 'x' }), ['destroyed']);
    assert.deepEqual(refuse({ message: 'x' }, false), ['destroyed']);
  });
});
