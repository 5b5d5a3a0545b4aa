import { type ComponentKind, componentKinds } from '@plenum/protocol/component';
import { eventFaults, eventKinds, eventOrigins, type HistoryEvent } from '@plenum/protocol/extension';

/** An event of the history, without names and without its author. */
export interface BundleEvent {
  readonly what: HistoryEvent['what'];
  readonly at: number;
  readonly kind: ComponentKind;
  readonly index: number;
  readonly over?: string;
  readonly command?: string;
  readonly body?: unknown;
  readonly field?: string;
  readonly before?: number;
  readonly value?: number;
  readonly read?: unknown;
  readonly sent?: unknown;
  readonly fault?: string;
  readonly code?: string;
  readonly isOver?: boolean;
  readonly isHoliday?: boolean;
  readonly isRemoved?: boolean;
  readonly date?: string;
  readonly until?: string;
  readonly start?: string;
  readonly stop?: string;
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const oneOf = <T extends string>(choices: readonly T[], value: unknown): T | undefined =>
  choices.find((each) => each === value);

const wordPattern = /^[A-Za-z][A-Za-z0-9]{0,60}$/;
const datePattern = /^\d{4}-\d\d-\d\d$/;
const timePattern = /^\d\d:\d\d$/;
const codePattern = /^ ?[A-Z0-9]{0,4} ?$/;

/** Maximum nesting of a command's body, and number of its members or entries. */
const maxDepth = 2;
const maxEntries = 20;

/** Returns the numbers and flags in a command's body by their keys, without texts. */
const scrubBody = (body: unknown, depth = 0): unknown => {
  if (typeof body === 'number') return Number.isFinite(body) ? body : undefined;
  if (typeof body === 'boolean') return body;
  if (Array.isArray(body))
    return depth > maxDepth
      ? []
      : body.slice(0, maxEntries).map((each) => scrubBody(each, depth + 1) ?? null);
  if (!isMembers(body) || depth > maxDepth) return undefined;
  return Object.fromEntries(
    Object.entries(body)
      .filter(([key]) => wordPattern.test(key))
      .slice(0, maxEntries)
      .flatMap(([key, member]) => {
        const scrubbed = scrubBody(member, depth + 1);
        return scrubbed === undefined ? [] : [[key, scrubbed]];
      }),
  );
};

/** Returns an event without names, texts and its author; undefined if the value is not an event. */
export function scrubEvent(event: unknown): BundleEvent | undefined {
  if (!isMembers(event)) return undefined;
  const { at, index, by } = event;
  const what = oneOf(eventKinds, event.what);
  const kind = oneOf(componentKinds, event.kind);
  if (what === undefined || kind === undefined || !Number.isSafeInteger(at)) return undefined;
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index > 99) return undefined;
  const text = (value: unknown, pattern: RegExp) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;
  const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
  const scrubbed = {
    what,
    at: at as number,
    kind,
    index,
    command: text(event.command, wordPattern),
    field: text(event.field, wordPattern),
    body: scrubBody(event.body),
    before: scrubBody(event.before) as number | undefined,
    value: scrubBody(event.value) as number | undefined,
    read: scrubBody(event.read),
    sent: scrubBody(event.sent),
    over: oneOf(eventOrigins, isMembers(by) ? by.over : event.over),
    fault: oneOf(eventFaults, event.fault),
    code: text(event.code, codePattern),
    isOver: flag(event.isOver),
    isHoliday: flag(event.isHoliday),
    isRemoved: flag(event.isRemoved),
    date: text(event.date, datePattern),
    until: text(event.until, datePattern),
    start: text(event.start, timePattern),
    stop: text(event.stop, timePattern),
  };
  // Only members that may be missing can be undefined.
  return Object.fromEntries(
    Object.entries(scrubbed).filter(([, value]) => value !== undefined),
  ) as unknown as BundleEvent;
}
