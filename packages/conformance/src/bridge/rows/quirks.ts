import { kinds } from '@plenum/protocol/component';
import { isRecord } from '@plenum/protocol/json';
import { notificationInterval, notificationOf } from '@plenum/protocol/notification';
import { readUid } from '@plenum/protocol/query';
import { type QuirkName, quirkNames, quirks } from '@plenum/protocol/quirks';
import { type Finding, kept, keptUnless, levelOf, type Row, untested } from '../../row.ts';
import {
  allDatagrams,
  answeredOf,
  type BridgeEvidence,
  type CommandAttempt,
  datagramsOf,
  isPlaceholder,
} from '../evidence.ts';
import { inspect } from '../read/inspect.ts';
import { nameOf } from '../read/readings.ts';
import type { Exchange } from '../wire/exchange.ts';
import { type Judge, notWritten } from './judge.ts';

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** Milliseconds above which a typical answer is slow. */
const slow = 250;
/** Milliseconds above which the pattern of waiting requests is visible. */
const measurable = 50;
/** Maximum bytes in one packet. */
const packetBytes = 1_400;

const oneConnection: Judge = (evidence) => {
  const { atOnce } = evidence;
  if (atOnce.length === 0) return untested('Several requests in parallel were not sent.');
  const lost = atOnce.filter(({ end }) => end !== 'answered');
  const usual = Math.max(measurable, median(answeredOf(evidence).map(({ time }) => time)));
  const longest = Math.max(...atOnce.map(({ time }) => time));
  const isQueued = longest >= usual * (atOnce.length - 1);
  if (lost.length > 0)
    return keptUnless([
      `Of ${atOnce.length} requests in parallel ${lost.length} got no answer (${lost[0]!.end}).`,
    ]);
  return keptUnless(
    isQueued
      ? [
          `Of ${atOnce.length} requests in parallel the last took ${Math.round(longest)} ms, a single one ${Math.round(usual)} ms.`,
        ]
      : [],
  );
};

const incidentsOf = ({ incidents, exchanges }: BridgeEvidence, kind: string) => ({
  found: incidents.filter((each) => each.kind === kind),
  count: exchanges.length,
});

/** True if discovery responded at any time, so a missing response is significant. */
const canBeDiscovered = ({ discovery }: BridgeEvidence) => (discovery?.answers.length ?? 0) > 0;

const restarted = (evidence: BridgeEvidence) =>
  evidence.incidents.filter(
    (each) =>
      (each.kind === 'hung-up' || each.kind === 'unreachable' || each.kind === 'timeout') &&
      each.discovery === false &&
      canBeDiscovered(evidence),
  );

const stalled = (evidence: BridgeEvidence) =>
  evidence.incidents.filter(
    (each) => each.kind === 'timeout' && !(each.discovery === false && canBeDiscovered(evidence)),
  );

const dropped = (evidence: BridgeEvidence) =>
  evidence.incidents.filter(
    (each) => each.kind === 'hung-up' && !(each.discovery === false && canBeDiscovered(evidence)),
  );

const ofWrites =
  (judge: (attempts: readonly CommandAttempt[], evidence: BridgeEvidence) => Finding): Judge =>
  (evidence) =>
    evidence.writes === undefined ? notWritten : judge(evidence.writes.attempts, evidence);

/** Milliseconds after which the effect of a command counts as late: the time of the read, and a margin. */
const late = 250;

/** Returns one sentence for each fault of the wanted sort, over all datagrams. */
const problems = (
  evidence: BridgeEvidence,
  isWanted: (problem: ReturnType<typeof inspect>[number]) => boolean,
) =>
  isPlaceholder(evidence)
    ? []
    : allDatagrams(evidence)
        .filter(({ fields }) => fields === undefined)
        .flatMap((each) =>
          inspect(kinds[each.kind].fields, each.datagram)
            .filter(isWanted)
            .map(({ path, says }) => `${nameOf(each)}: ${path} ${says}.`),
        );

const hasAnswers = ({ readings }: BridgeEvidence) => readings.some(({ value }) => value !== undefined);

const ofDatagrams =
  (judge: Judge): Judge =>
  (evidence) =>
    hasAnswers(evidence) ? judge(evidence) : untested('The current interface does not answer.');

/** Returns JSON text without its strings. */
const withoutStrings = (raw: string) => raw.replace(/"(?:[^"\\]|\\[\s\S])*"/g, '""');

const jsonAnswers = ({ readings, original }: BridgeEvidence): readonly Exchange[] =>
  [...readings, ...original].flatMap(({ exchange }) => (exchange?.answer?.kind === 'json' ? [exchange] : []));

const ofJson =
  (problemOf: (exchange: Exchange) => string | undefined): Judge =>
  (evidence) => {
    const answers = jsonAnswers(evidence);
    if (answers.length === 0) return untested('No request was answered.');
    return keptUnless(
      answers.flatMap((exchange) => {
        const problem = problemOf(exchange);
        return problem === undefined ? [] : [`${exchange.request.path}: ${problem}.`];
      }),
    );
  };

const isUtf8 = (raw: string): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(raw, 'latin1'));
    return true;
  } catch {
    return false;
  }
};

const paddingProblem = ({ raw }: Exchange): string | undefined => {
  if (/\0|\\u0000/.test(raw)) return 'a text contains NUL';
  return isUtf8(raw) ? undefined : 'a text is not UTF-8';
};

const contentType: Judge = ({ probes: { json, untyped } }) => {
  if (json === undefined || untyped === undefined) return untested('This request was not sent.');
  const isRead = (exchange: Exchange) => exchange.answer?.kind === 'json';
  const isClear = [json, untyped].every((each) => isRead(each) || each.answer?.kind === 'error');
  if (!isClear || isRead(json) === isRead(untyped))
    return isClear ? kept() : untested('The request was not answered.');
  return keptUnless([
    isRead(json) ? 'A POST without a Content-Type is refused.' : 'A POST with a Content-Type is refused.',
  ]);
};

const refusals = ({ probes, writes }: BridgeEvidence): readonly Exchange[] =>
  [
    probes.unknownType,
    ...(writes?.attempts ?? [])
      .filter(({ isInside, command }) => !isInside && !command.startsWith('v1 '))
      .map(({ exchange }) => exchange),
  ].filter((each) => each !== undefined);

const asError200: Judge = (evidence) => {
  const found = refusals(evidence).filter(({ answer }) => answer?.kind === 'error');
  if (found.length === 0) return untested('Nothing was refused.');
  const made = found.filter(({ response, raw }) => response?.status === 200 && /ERROR/.test(raw));
  return keptUnless(
    made.slice(0, 1).map(({ raw }) => `Status 200 with ${JSON.stringify(raw.slice(0, 80))}.`),
  );
};

/** Shortest interval between repeated change notices of an idle bridge, in ms. */
const idleTime = (notificationInterval - 10) * 1_000;
/** Time after a command, in ms, within which its change notice arrives. */
const notifyTime = 6_000;

/**
 * The sign of a device that repeats its change notices: none arrives earlier than `from` ms after a change, and at least
 * `count` arrive by `to` ms after it.
 */
const burst = { from: 2_000, to: 4_500, count: 3 };

/**
 * Returns the faults of the change notices: no notice at all, repeated notices after a command, or notices without a
 * change.
 */
const notificationProblems = (evidence: BridgeEvidence): readonly string[] => {
  const { notifications, listened, writes } = evidence;
  const isLong = listened >= notificationInterval * 1_000;
  const silence =
    isLong && notifications.length === 0 ? [`No change notice in ${Math.round(listened / 1_000)} s.`] : [];
  const endedAt = writes?.endedAt ?? Number.NEGATIVE_INFINITY;
  const unmoved = notifications.filter(
    ({ notification, at }) => notification === 'schedules' && at > endedAt + notifyTime,
  );
  const idle = unmoved.some(({ at }, index) => index > 0 && at - unmoved[index - 1]!.at < idleTime);
  const first = writes?.attempts.find(({ isInside, result }) => isInside && result === 'done');
  const expected = first === undefined ? undefined : notificationOf(first.kind);
  const afterFirst = notifications
    .filter(({ notification, at }) => notification === expected && at >= first!.at)
    .map(({ at }) => at - first!.at);
  const isRepeated =
    expected !== undefined &&
    !afterFirst.some((after) => after < burst.from) &&
    afterFirst.filter((after) => after <= burst.to).length >= burst.count;
  return [
    ...silence,
    ...(idle ? ['Change notices arrive although nothing changed.'] : []),
    ...(isRepeated ? ['One change is announced three times.'] : []),
  ];
};

const judges: Readonly<Record<QuirkName, Judge>> = {
  busy: (evidence) => {
    const { found, count } = incidentsOf(evidence, 'busy');
    return keptUnless(found.length === 0 ? [] : [`{BUSY} ${times(found.length)} in ${count} requests.`]);
  },
  'one-connection': oneConnection,
  'answer-time': (evidence) => {
    const usual = median(answeredOf(evidence).map(({ time }) => time));
    return keptUnless(usual < slow ? [] : [`Half of the answers take ${Math.round(usual)} ms or more.`]);
  },
  'late-apply': ofWrites((attempts) => {
    const found = attempts.filter(({ shown, shownAfter }) => shown === 'yes' && shownAfter >= late);
    const longest = Math.max(...found.map(({ shownAfter }) => shownAfter));
    return keptUnless(
      found.length === 0
        ? []
        : [`${found.length} commands show late, after up to ${(longest / 1_000).toFixed(1)} s.`],
    );
  }),
  'ignore-writes': ofWrites((attempts) =>
    keptUnless(
      attempts
        .filter(({ result, shown, isInside }) => isInside && result === 'done' && shown === 'no')
        .map(
          ({ command, body, difference }) =>
            `${command} ${JSON.stringify(body)} was answered OK: ${difference}`,
        ),
    ),
  ),
  'drop-before': (evidence) => {
    const found = dropped(evidence);
    const undone = (evidence.writes?.attempts ?? []).filter(
      ({ result, shown }) => result === 'lost' && shown === 'no',
    );
    const count = found.length + undone.length;
    return keptUnless(
      count === 0
        ? []
        : [
            `${times(count)[0]!.toUpperCase()}${times(count).slice(1)} in ${evidence.exchanges.length} requests the connection was closed without an answer.`,
          ],
    );
  },
  'drop-after': ofWrites((attempts) => {
    const found = attempts.filter(
      ({ result, shown, isInside }) => isInside && result === 'lost' && shown === 'yes',
    );
    return keptUnless(found.map(({ command }) => `${command} was executed, but not answered.`));
  }),
  stall: (evidence) => {
    const [first] = stalled(evidence);
    return keptUnless(
      first === undefined
        ? []
        : [`${first.path} was not answered in time${first.discovery ? ', but discovery was' : ''}.`],
    );
  },
  restart: (evidence) =>
    keptUnless(
      restarted(evidence).length === 0 ? [] : ['The bridge was unreachable, also over UDP, and came back.'],
    ),
  'split-answers': (evidence) => {
    const found = answeredOf(evidence).filter(({ pieces, response, head }) => {
      const bytes = head.length + (response?.body.length ?? 0);
      return pieces > 1 + Math.ceil(bytes / packetBytes);
    });
    return keptUnless(
      found.length === 0 ? [] : [`${found.length} answers came in more packets than necessary.`],
    );
  },
  'ok-after-json': ofJson(({ raw }) =>
    /[}\]]\s*\{?"?OK"?\}?\s*$/.test(raw) ? 'OK follows the JSON' : undefined,
  ),
  'command-answer': ofWrites((attempts) =>
    keptUnless(
      attempts
        .filter(
          ({ result, exchange, command }) =>
            result === 'done' && exchange?.raw !== (command.startsWith('v1 ') ? '{OK}' : 'OK'),
        )
        .map(({ command, exchange }) => `${command} is answered ${JSON.stringify(exchange?.raw ?? '')}.`)
        .slice(0, 1),
    ),
  ),
  'padded-names': ofJson(paddingProblem),
  'empty-v1': ({ original }) => {
    const empty = original.filter(
      ({ exchange }) => exchange?.response?.status === 200 && exchange.raw === '',
    );
    return keptUnless(empty.map(({ read }) => `The answer to GET ${read.path} is empty.`));
  },
  'v1-only': (evidence) => {
    const isOnly =
      evidence.dialect === undefined && evidence.original.some(({ value }) => value !== undefined);
    return keptUnless(isOnly ? ['Only the original interface answers.'] : []);
  },
  'content-type': contentType,
  'error-200': (evidence) =>
    evidence.dialect?.name !== undefined && evidence.dialect.name !== 'neutral'
      ? untested("In a vendor's dialect this is normal.")
      : asError200(evidence),
  'result-answers': (evidence) => {
    const found = refusals(evidence).filter(({ raw }) =>
      /^(?:InvalidRequest|InvalidUser|UserNotAllowed)$/.test(raw.trim()),
    );
    return keptUnless(found.slice(0, 1).map(({ raw }) => `A refusal is ${JSON.stringify(raw)}.`));
  },
  notifications: (evidence) => {
    if (evidence.listened === 0) return untested('Change notices were not listened for.');
    const isLong = evidence.listened >= notificationInterval * 1_000;
    const found = notificationProblems(evidence);
    if (found.length > 0) return keptUnless(found);
    return isLong || evidence.writes !== undefined
      ? kept()
      : untested(`This needs ${notificationInterval} s of listening (--listen), or --write.`);
  },
  'lost-ac': (evidence) => keptUnless(isPlaceholder(evidence) ? ['Every number of SystemV2 is 0.'] : []),
  'zero-zones': (evidence) => {
    const [unit] = datagramsOf(evidence, 'unit');
    if (unit === undefined || isPlaceholder(evidence))
      return untested('The bridge has no ducted air conditioner.');
    return keptUnless(unit.NoOfZones === 0 ? ['NoOfZones is 0.'] : []);
  },
  'sys-type': (evidence) => {
    const [unit] = datagramsOf(evidence, 'unit');
    if (unit === undefined || isPlaceholder(evidence))
      return untested('The bridge has no ducted air conditioner.');
    const isKnown = unit.SysType === undefined || [110, 210, 310].includes(unit.SysType as number);
    return keptUnless(isKnown ? [] : [`SysType is ${JSON.stringify(unit.SysType)}.`]);
  },
  'unknown-values': ofDatagrams((evidence) =>
    keptUnless(
      problems(evidence, ({ kind, field }) => kind === 'value' && field !== undefined && 'enum' in field),
    ),
  ),
  'missing-keys': ofDatagrams((evidence) =>
    keptUnless(problems(evidence, ({ kind, says }) => kind === 'missing' && says === 'is not there')),
  ),
  'key-case': ofDatagrams((evidence) =>
    keptUnless(problems(evidence, ({ kind, says }) => kind === 'missing' && says !== 'is not there')),
  ),
  floats: ofDatagrams((evidence) =>
    keptUnless(
      evidence.readings
        .filter(
          ({ value, exchange }) => value !== undefined && /\d\.\d|\d[eE]/.test(withoutStrings(exchange!.raw)),
        )
        .map(({ query }) => `${Object.keys(query.answer)[0]} has numbers with a decimal point.`),
    ),
  ),
  'boolean-texts': ofDatagrams((evidence) =>
    keptUnless(problems(evidence, ({ kind, says }) => kind === 'type' && /^is "(?:true|false)"/.test(says))),
  ),
  'other-uid': (evidence) => {
    const id = evidence.discovery?.answers[0]?.found?.uid;
    const value =
      evidence.readings.find((each) => each.value !== undefined)?.value ??
      evidence.original
        .map((each) => (Array.isArray(each.value) ? each.value[0] : each.value))
        .find(isRecord);
    if (id === undefined || !isRecord(value)) return untested('Discovery or the queries were not answered.');
    const own = readUid(value.HvacDeviceUId);
    return keptUnless(own === id ? [] : [`Discovery announces ${id}, but answers have ${own}.`]);
  },
  'changed-address': ({ discovery }) => {
    const [answer] = discovery?.answers ?? [];
    if (answer?.found === undefined) return untested('Discovery was not answered.');
    const { address } = answer.found;
    return keptUnless(
      address === undefined || address === answer.address
        ? []
        : [`The bridge announces ${address}, but answers from ${answer.address}.`],
    );
  },
};

/**
 * One row for each quirk of real devices. A bridge with the quirk breaks the row, whose level is that of the quirk's
 * definition.
 */
export const quirkRows: readonly Row<BridgeEvidence>[] = quirkNames.map((name) => {
  const { summary, source, verdict } = quirks[name];
  return {
    id: `quirk.${name}`,
    section: source,
    statement: `Quirk absent: ${summary}`,
    level: levelOf[verdict],
    judge: (evidence) => {
      const finding = judges[name](evidence);
      const isSilent = answeredOf(evidence).length === 0;
      return isSilent && finding.found === 'kept' ? untested('No request was answered.') : finding;
    },
  };
});
