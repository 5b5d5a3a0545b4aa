import { check, maxBytes } from '@plenum/protocol/check';
import { grpcMessages } from '@plenum/protocol/cloud';
import type { BridgeCursor } from '../../fleet/component/cursor.ts';
import { cursorTwice, cursorUnknown, toInvalidRequest } from '../dev/failures.ts';
import type { Outcome } from '../dev/shape.ts';

/** How far a watcher has come: a place for each bridge by system id. */
export type Places = ReadonlyMap<string, BridgeCursor>;

const { cursors } = grpcMessages.WatchRequest.properties;

/** Bytes of the longest cursor. */
const longest = '000000001.zzzzzzzzzz.zzzzzzzzzz'.length;
/** Bytes around each cursor: two quotes and a comma in JSON, a tag and a length in Protocol Buffers. */
const around = 3;

/** The longest message of Watch: what any request may have, and as many cursors as this one may. */
export const maxWatchBytes = maxBytes + cursors.maxItems * (longest + around);

const whole = (digits: string): number => Number.parseInt(digits, 36);

/** A place as text: `<system id>.<paired at>.<version>`, numbers to the base 36. */
export const toCursor = (systemId: string, { pairedAt, version }: BridgeCursor): string =>
  `${systemId}.${pairedAt.toString(36)}.${version.toString(36)}`;

/** Reads the cursors of a request, each of another bridge. */
export const readCursors = (texts: readonly string[]): Outcome<Map<string, BridgeCursor>> => {
  const checked = check(cursors, texts, ['cursors']);
  if (!checked.ok) return toInvalidRequest(checked.refusal);
  const places = new Map<string, BridgeCursor>();
  for (const [at, text] of texts.entries()) {
    const [, systemId, pairedAt, version] =
      /^([0-9]{9})\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})$/.exec(text) ?? [];
    if (systemId === undefined) return cursorUnknown(at);
    if (places.has(systemId)) return cursorTwice(at, systemId);
    places.set(systemId, { pairedAt: whole(pairedAt!), version: whole(version!) });
  }
  return { ok: true, value: places };
};
