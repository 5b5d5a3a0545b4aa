import { check, maxBytes } from '@plenum/protocol/check';
import { grpcMessages } from '@plenum/protocol/cloud';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { BridgeCursor } from '../../fleet/component/cursor.ts';
import { type Failure, toInvalidRequest } from '../../fleet/controls/failure.ts';
import { cursorTwice, cursorUnknown } from '../requests/failures.ts';

/** A watcher's cursors, by the system ids of the bridges. */
export type Cursors = ReadonlyMap<string, BridgeCursor>;

const { cursors } = grpcMessages.WatchRequest.properties;

/** Length of the longest cursor, in bytes. */
const maxCursorBytes = '000000001.zzzzzzzzzz.zzzzzzzzzz.zzzzzzzzzz'.length;
/** Extra bytes per cursor: two quotes and a comma in JSON, a tag and a length in Protocol Buffers. */
const cursorOverhead = 3;

/** Length of the shortest cursor, in bytes. */
const minCursorBytes = '000000001.0.0'.length;

/**
 * Maximum length of a Watch request: the limit for any other request, plus room for as many cursors as both the request
 * and the account are allowed.
 */
export const maxWatchBytes = (maxOfAccount: number): number =>
  maxBytes +
  Math.min(
    cursors.maxItems * (maxCursorBytes + cursorOverhead),
    Math.ceil(maxOfAccount * (1 + cursorOverhead / minCursorBytes)),
  );

const whole = (digits: string): number => Number.parseInt(digits, 36);

/** The parts of a cursor, in order; the last one is omitted if it is 0. */
const form =
  /^(?<systemId>[0-9]{9})\.(?<pairedAt>[0-9a-z]{1,10})\.(?<version>[0-9a-z]{1,10})(\.(?<generation>[0-9a-z]{1,10}))?$/;

/**
 * Formats a cursor: `<system id>.<paired at>.<version>.<generation>`, with numbers in base 36. Generation 0, which
 * almost every cloud on PostgreSQL has, is omitted.
 */
export const toCursor = (systemId: string, { pairedAt, generation, version }: BridgeCursor): string =>
  [
    systemId,
    ...[pairedAt, version, ...(generation === 0 ? [] : [generation])].map((part) => part.toString(36)),
  ].join('.');

/** Parses the cursors of a request, at most one per bridge. */
export function readCursors(texts: readonly string[]): Result<Map<string, BridgeCursor>, Failure> {
  const checked = check(cursors, texts, ['cursors']);
  if (!checked.ok) return toInvalidRequest(checked.refusal);
  const bySystemId = new Map<string, BridgeCursor>();
  for (const [at, text] of texts.entries()) {
    const parts = form.exec(text)?.groups;
    if (parts === undefined) return cursorUnknown(at);
    const { systemId = '', pairedAt = '', version = '', generation = '0' } = parts;
    if (bySystemId.has(systemId)) return cursorTwice(at, systemId);
    bySystemId.set(systemId, {
      pairedAt: whole(pairedAt),
      generation: whole(generation),
      version: whole(version),
    });
  }
  return ok(bySystemId);
}
