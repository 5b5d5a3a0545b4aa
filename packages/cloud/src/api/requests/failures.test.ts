import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as failures from './failures.ts';

it('returns every failure with a status, a result, and a sentence with its numbers', () => {
  for (const [{ refusal }, expected] of [
    [failures.wrongMethod, [405, 'InvalidRequest', /only POST/]],
    [failures.invalidUser, [401, 'InvalidUser', /token is missing or not valid/]],
    [failures.scopeMissing('history'), [403, 'UserNotAllowed', /needs the scope history\.$/]],
    [failures.noSuchHouse, [403, 'UserNotAllowed', /no such house/]],
    [failures.noSuchComponent, [403, 'UserNotAllowed', /no such component/]],
    [failures.garageNotAllowed, [403, 'UserNotAllowed', /needs the scope garage/]],
    [failures.garageOfOthers, [403, 'UserNotAllowed', /Only the owner/]],
    [failures.viewOnly, [403, 'UserNotAllowed', /may view this house/]],
    [
      failures.tooManyReads(2, 7),
      [429, 'Error', /may read from .* 2 times a second; try again in 7 s\.$/, 7],
    ],
    [failures.tooMany(5, 3), [429, 'Error', /may make 5 requests a second; try again in 3 s\.$/]],
    [failures.tooManyUnauthenticated(4), [429, 'Error', /from this address; try again in 4 s\.$/]],
    [failures.tooMuchRead(2_001), [429, 'Error', /too much in a short time; try again in 3 s\.$/, 3]],
    [failures.tooMuchRead(2_000), [429, 'Error', /try again in 2 s\.$/, 2]],
    [failures.tooManyControls(2, 9), [429, 'Error', /may send 2 commands a second; .* in 9 s\.$/, 9]],
    [failures.tooManyDiscovers(30), [429, 'Error', /are waiting already; try again in 30 s\.$/, 30]],
    [failures.tooLargeForGrpc(100), [429, 'Error', /larger than 100 bytes/]],
    [failures.tooManyStreams(3), [429, 'Error', /already has 3 Watch streams/]],
    [failures.tooManyStreamsOfAll(8), [429, 'Error', /already have 8 Watch streams/]],
    [failures.tooManyCursors(50), [429, 'Error', /begin with at most 50 bytes of cursors/]],
    [failures.cursorUnknown(1), [400, 'InvalidRequest', /^cursors\.1: /]],
    [failures.cursorTwice(2, '000000001'), [400, 'InvalidRequest', /^cursors\.2: .*bridge 000000001;/]],
  ] as const) {
    const { status, result, detail, retryAfter } = refusal;
    const [expectedStatus, expectedResult, sentence, wait] = expected;
    assert.deepEqual([status, result, retryAfter], [expectedStatus, expectedResult, wait], detail);
    assert.match(detail, sentence);
  }
});
