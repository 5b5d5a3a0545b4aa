import { setTimeout as sleep } from 'node:timers/promises';
import type { ComponentKind } from '@plenum/protocol/component';
import type { SeededRandom } from '@plenum/testbed/seeded-random';
import type { FieldValue, Truth } from './truth.ts';

/** The results of clients behind the front, judged by the state of the device. */
export interface Findings {
  queries: number;
  queriesRefused: number;
  wrong: number;
  /**
   * Number of responses with a value that the device had accepted with OK but ignored, sent before the front read the
   * value back.
   */
  onItsWord: number;
  longestAge: number;
  writes: number;
  writesRefused: number;
  refusedThoughDone: number;
  okThoughNotDone: number;
  resultUnknown: number;
  hungUp: number;
  /** Longest time between hanging up and the execution of the command by the device, in ms. */
  doneAfterHangUp: number;
  slowestWrite: number;
  readonly examples: string[];
  readonly refusals: Map<string, number>;
}

export const createFindings = (): Findings => ({
  queries: 0,
  queriesRefused: 0,
  wrong: 0,
  onItsWord: 0,
  longestAge: 0,
  writes: 0,
  writesRefused: 0,
  refusedThoughDone: 0,
  okThoughNotDone: 0,
  resultUnknown: 0,
  hungUp: 0,
  doneAfterHangUp: 0,
  slowestWrite: 0,
  examples: [],
  refusals: new Map(),
});

export interface ClientDeps {
  readonly port: number;
  readonly zones: number;
  readonly truth: Truth;
  readonly findings: Findings;
  readonly signal: AbortSignal;
  /** Returns the longest delay until responses of the device show an executed command, in ms. */
  readonly lateApply: () => number;
}

/** A value to write: the body of the command, and the field that shows it. */
interface Setting extends FieldValue {
  readonly body: unknown;
}

interface Sent extends Setting {
  readonly from: number;
  until: number;
}

/** The unfinished writes of all clients in a run. */
export type Sending = Set<Sent>;

const post = async (port: number, path: string, body: unknown, signal: AbortSignal) => {
  const from = Date.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    signal,
  });
  const text = await answer.text();
  return {
    from,
    until: Date.now(),
    status: answer.status,
    age: Number(answer.headers.get('age') ?? 0),
    text,
  };
};

const maxExamples = 40;
const note = ({ examples }: Findings, what: string) => {
  if (examples.length < maxExamples) examples.push(`${new Date().toISOString()} ${what}`);
  console.error(new Date().toISOString(), what);
};

const hidden = new Set(['Pass', 'LockCode']);

/** Tolerance between the times of a response and of the device's history, in ms. */
const slack = 50;
/**
 * Longest time for which an ignored command may be shown after the device's OK: the delay of real devices plus one
 * reading.
 */
const wordTime = 40_000;

/** Maximum time by which a request may overtake an earlier one, in ms. */
const overtaking = 1_000;

/** Reads one component and compares each of its plain fields with the state of the device. */
const query = async (random: SeededRandom, deps: ClientDeps, sending: Sending): Promise<void> => {
  const { port, zones, truth, findings, signal, lateApply } = deps;
  const [kind, type, key] = random.pick([
    ['unit', 1, 'SystemV2'],
    ['zone', 2, 'ZonesV2'],
    ['schedule', 3, 'SchedulesV2'],
  ] as const);
  const index = kind === 'unit' ? 0 : random.integer(0, (kind === 'zone' ? zones : 9) - 1);
  const answer = await post(
    port,
    '/HvacRequestV2',
    { HvacV2Request: { Type: type, No: index, No1: 0 } },
    signal,
  );
  findings.queries++;
  if (answer.status !== 200 || !answer.text.includes(key)) {
    findings.queriesRefused++;
    return;
  }
  findings.longestAge = Math.max(findings.longestAge, answer.age);
  const from = answer.from - (answer.age + 1) * 1000 - lateApply() - slack;
  const datagram = JSON.parse(answer.text)[key] as Record<string, unknown>;
  for (const [field, value] of Object.entries(datagram)) {
    if (typeof value === 'object' || hidden.has(field)) continue;
    const shown = { kind: kind as ComponentKind, index, field, value };
    if (truth.had(shown, from, answer.until + slack)) continue;
    const isOnItsWord = [...sending].some(
      (sent) =>
        sent.kind === kind &&
        sent.index === index &&
        sent.field === field &&
        sent.value === value &&
        sent.until + wordTime > answer.from,
    );
    if (isOnItsWord) findings.onItsWord++;
    else findings.wrong++;
    const is = truth.current(kind, index, field);
    if (!isOnItsWord)
      note(findings, `WRONG ${kind} ${index} ${field} shown ${value}, is ${is}, age ${answer.age} s`);
  }
};

const settingOf = (random: SeededRandom, zones: number): Setting => {
  const Index = random.integer(0, zones - 1);
  const Favourite = random.integer(0, 8);
  const Setpoint = 1500 + 50 * random.integer(0, 30);
  const Name = `n${random.integer(0, 999_999)}`;
  return random.pick<Setting>([
    { kind: 'unit', index: 0, field: 'Setpoint', value: Setpoint, body: { SysSetpoint: Setpoint } },
    ...[1, 2, 3].map((n) => ({
      kind: 'unit' as const,
      index: 0,
      field: 'SysFan',
      value: n,
      body: { SysFan: n },
    })),
    ...[1, 2, 3].map((n) => ({
      kind: 'unit' as const,
      index: 0,
      field: 'SysMode',
      value: n,
      body: { SysMode: n },
    })),
    {
      kind: 'zone',
      index: Index,
      field: 'Setpoint',
      value: Setpoint,
      body: { ZoneSetpoint: { Index, Setpoint } },
    },
    {
      kind: 'zone',
      index: Index,
      field: 'Setpoint',
      value: Setpoint,
      body: { ZoneSetpoint: { Index, Setpoint } },
    },
    { kind: 'zone', index: Index, field: 'Name', value: Name, body: { ZoneName: { Index, Name } } },
    {
      kind: 'schedule',
      index: Favourite,
      field: 'Name',
      value: Name,
      body: { SchedName: { Index: Favourite, Name } },
    },
  ]);
};

const isSameField = (a: FieldValue, b: FieldValue) =>
  a.kind === b.kind && a.index === b.index && a.field === b.field;

/**
 * Returns a setting that no other client is writing and that the device does not have yet, so that its effect is
 * unambiguous.
 */
const freeSetting = (random: SeededRandom, { zones, truth }: ClientDeps, sending: Sending): Setting => {
  for (;;) {
    const setting = settingOf(random, zones);
    const { kind, index, field, value } = setting;
    const isTaken = [...sending].some((sent) => isSameField(sent, setting) && sent.value === value);
    if (!isTaken && truth.current(kind, index, field) !== value) return setting;
  }
};

/** Time after a response in which a command is watched, in case the device executes it later, in ms. */
const watchTime = 45_000;

/** Writes one setting and checks whether the device executed it. Some clients hang up before the response. */
const write = async (random: SeededRandom, deps: ClientDeps, sending: Sending): Promise<void> => {
  const { port, truth, findings, signal } = deps;
  const setting = freeSetting(random, deps, sending);
  const sent: Sent = { ...setting, from: Date.now(), until: Number.POSITIVE_INFINITY };
  sending.add(sent);
  const forget = async (judge: () => void) => {
    sent.until = Date.now();
    await sleep(watchTime, undefined, { signal }).catch(() => {});
    judge();
    sending.delete(sent);
  };
  const hangUp = random.fraction() < 0.1 ? AbortSignal.timeout(random.integer(50, 4_000)) : undefined;
  try {
    const ends = hangUp === undefined ? signal : AbortSignal.any([signal, hangUp]);
    const answer = await post(port, '/HvacCommandV2', setting.body, ends);
    findings.writes++;
    findings.slowestWrite = Math.max(findings.slowestWrite, answer.until - answer.from);
    if (answer.text === 'OK') {
      // A later command for the same field replaces one that is not sent yet. The order of arrival counts, because
      // connections opened at about the same time may overtake each other.
      const isReplaced = [...sending].some(
        (other) => other !== sent && isSameField(other, setting) && other.from > sent.from - overtaking,
      );
      if (!truth.had(setting, sent.from, answer.until + slack) && !isReplaced) {
        findings.okThoughNotDone++;
        note(findings, `OK BUT NOT DONE ${JSON.stringify(setting.body)}`);
      }
      return void forget(() => {});
    }
    findings.writesRefused++;
    const kindOf = answer.text.replace(/"[^"]*"|\d+(\.\d+)?/g, '*').slice(0, 160);
    findings.refusals.set(kindOf, (findings.refusals.get(kindOf) ?? 0) + 1);
    const isUnknown = answer.text.includes('not known');
    if (isUnknown) findings.resultUnknown++;
    void forget(() => {
      const done = truth.since(setting, sent.from, Date.now());
      if (done === undefined || isUnknown) return;
      findings.refusedThoughDone++;
      const after = `sent ${done - sent.from} ms before it was done, refused ${answer.until - done} ms after`;
      const was = truth.history(setting, sent.from);
      note(
        findings,
        `REFUSED BUT DONE ${JSON.stringify(setting.body)}: ${after}: ${answer.text} (device: ${was})`,
      );
    });
  } catch {
    findings.hungUp++;
    const at = Date.now();
    void forget(() => {
      const done = truth.since(setting, at, Date.now());
      if (done === undefined) return;
      findings.doneAfterHangUp = Math.max(findings.doneAfterHangUp, done - at);
    });
  }
};

/** Runs one client that queries and sometimes sends a command, until the run ends. */
export async function runClient(random: SeededRandom, deps: ClientDeps, sending: Sending): Promise<void> {
  const { signal, findings } = deps;
  while (!signal.aborted) {
    try {
      await sleep(random.integer(100, 2_000), undefined, { signal });
      await (random.fraction() < 0.25 ? write : query)(random, deps, sending);
    } catch (error) {
      if (signal.aborted) return;
      note(findings, `A CLIENT FAILED ${(error as Error).message}`);
      findings.wrong++;
    }
  }
}
