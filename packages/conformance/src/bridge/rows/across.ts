import { type ComponentKind, kinds } from '@plenum/protocol/component';
import { type Field, factsOf } from '@plenum/protocol/field';
import { isRecord } from '@plenum/protocol/json';
import { measuredFields } from '@plenum/protocol/zone';
import { type Finding, kept, keptUnless, type Row, untested } from '../../row.ts';
import {
  allDatagrams,
  type BridgeEvidence,
  datagramsOf,
  isPlaceholder,
  isThere,
  readingOf,
} from '../evidence.ts';
import { type Json, nameOf } from '../read/readings.ts';
import { type Judge, rowOfLevel } from './judge.ts';

const row = rowOfLevel('must');

const numberIn = (datagram: Json | undefined, key: string): number | undefined =>
  typeof datagram?.[key] === 'number' ? datagram[key] : undefined;

const noUnit = untested('The bridge has no ducted air conditioner, or has lost it.');

/** Checks the unit, unless there is none or it is a placeholder. */
const ofUnit =
  (judge: (unit: Json, evidence: BridgeEvidence) => Finding): Judge =>
  (evidence) => {
    const [unit] = datagramsOf(evidence, 'unit');
    return unit === undefined || isPlaceholder(evidence) ? noUnit : judge(unit, evidence);
  };

/** Checks every datagram of a kind separately; a problem is a text that follows the datagram's name. */
const ofEach =
  (kind: ComponentKind, problemOf: (datagram: Json) => string | undefined): Judge =>
  (evidence) => {
    const found = allDatagrams(evidence).filter(
      (each) => each.kind === kind && each.fields === undefined && isRecord(each.datagram),
    );
    if (found.length === 0) return untested(`The bridge has no ${kinds[kind].name}.`);
    return keptUnless(
      found.flatMap((each) => {
        const problem = problemOf(each.datagram as Json);
        return problem === undefined ? [] : [`${nameOf(each)}: ${problem}.`];
      }),
    );
  };

/** Checks the order of two fields of a datagram. */
const notAbove = (kind: ComponentKind, low: string, high: string): Judge =>
  ofEach(kind, (datagram) => {
    const [least, most] = [numberIn(datagram, low), numberIn(datagram, high)];
    return least !== undefined && most !== undefined && least > most
      ? `${low} is ${least}, above ${high}, ${most}`
      : undefined;
  });

/** Checks that the indexes of a kind are unique. */
const unique = (kind: ComponentKind): Judge => {
  const { key } = kinds[kind];
  return (evidence) => {
    const indexes = datagramsOf(evidence, kind).map((each) => each[key!]);
    if (indexes.length === 0) return untested(`The bridge has no ${kinds[kind].name}.`);
    const twice = indexes.filter((each, at) => indexes.indexOf(each) !== at);
    return keptUnless(twice.map((each) => `${key} ${each} appears twice.`));
  };
};

const zoneCount = ofUnit((unit, evidence) => {
  const zones = datagramsOf(evidence, 'zone');
  const stated = numberIn(unit, 'NoOfZones');
  return keptUnless(
    stated === zones.length ? [] : [`NoOfZones is ${stated}, but ${zones.length} zones answer.`],
  );
});

const constantCount = ofUnit((unit, evidence) => {
  const constant = datagramsOf(evidence, 'zone').filter(({ Const }) => Const !== 255);
  const stated = numberIn(unit, 'NoOfConst');
  return keptUnless(
    stated === constant.length
      ? []
      : [`NoOfConst is ${stated}, but ${constant.length} zones have a constant number.`],
  );
});

/** The value of CtrlZone if the unit follows its own setpoint (interface 2.2). */
const unitItself = 15;

const controllingZone = ofUnit((unit, evidence) => {
  const controlling = numberIn(unit, 'CtrlZone');
  const zones = datagramsOf(evidence, 'zone').map(({ Index }) => Index);
  if (zones.length === 0) return untested('There are no zones.');
  const isKnown = controlling === undefined || controlling === unitItself || zones.includes(controlling);
  return keptUnless(isKnown ? [] : [`CtrlZone is ${controlling}, but there is no such zone.`]);
});

/** True for fields that change without a command, so two readings may differ. */
const movesByItself = (key: string, field: Field | undefined): boolean =>
  field === undefined ||
  factsOf(field).kind === 'temperature' ||
  (measuredFields as readonly string[]).includes(key) ||
  /^(DmpPos|Batt|Sensor|ConstA|Ra$|TmrL|SleepTimer|Supply|CtrlZone|Er$|ACError|Warnings|lastReadingNo|LastReadingNo)/.test(
    key,
  );

const bulkOf =
  (evidence: BridgeEvidence): Judge =>
  () => {
    const parts = allDatagrams(evidence).filter(({ fields }) => fields !== undefined);
    if (parts.length === 0) return untested('No answer contains several components.');
    return keptUnless(
      parts.flatMap((part) => {
        const { kind, datagram, fields = [], reading } = part;
        const members = kinds[kind].fields.properties as Readonly<Record<string, Field>>;
        const siblings = allDatagrams(evidence).filter(
          (each) => each.kind === kind && each.fields === undefined,
        );
        const same = allDatagrams(evidence).filter((each) => each.kind === kind && each.reading === reading);
        const { key } = kinds[kind];
        const index = key !== undefined && isRecord(datagram) ? datagram[key] : undefined;
        const whole = siblings.find((each) =>
          index === undefined
            ? siblings.indexOf(each) === same.indexOf(part)
            : isRecord(each.datagram) && each.datagram[key!] === index,
        );
        if (!isRecord(datagram) || !isRecord(whole?.datagram)) return [];
        const other = whole.datagram;
        return fields
          .filter((field) => !movesByItself(field, members[field]))
          .filter((field) => Object.hasOwn(datagram, field) && datagram[field] !== other[field])
          .map(
            (field) =>
              `${nameOf(whole)}: ${field} is ${datagram[field]} in one answer and ${other[field]} in the other.`,
          );
      }),
    );
  };

const splitLimits: Judge = (evidence) => {
  const [system] = datagramsOf(evidence, 'splitSystem');
  if (system === undefined) return untested('The bridge has no split system.');
  const checks = [
    ['MaxZones', [5, 14], datagramsOf(evidence, 'split').length],
    ['MaxFavs', [4, 9], datagramsOf(evidence, 'splitFavourite').length],
  ] as const;
  return keptUnless(
    checks.flatMap(([key, allowed, count]) => {
      const most = numberIn(system, key);
      if (most === undefined) return [];
      const isAllowed = (allowed as readonly number[]).includes(most);
      return [
        ...(isAllowed ? [] : [`${key} is ${most}, not ${allowed.join(' or ')}.`]),
        ...(count > most ? [`${key} is ${most}, but there are ${count}.`] : []),
      ];
    }),
  );
};

const favouriteEntries: Judge = (evidence) => {
  const splits = datagramsOf(evidence, 'split').map(({ Index }) => Index);
  const favourites = datagramsOf(evidence, 'splitFavourite');
  if (favourites.length === 0) return untested('The bridge has no split favourite.');
  return keptUnless(
    favourites.flatMap(({ Index, Zones }) =>
      (Array.isArray(Zones) ? Zones : [])
        .filter((entry) => Array.isArray(entry) && !splits.includes(entry[0]))
        .map((entry) => `SplitFavourite ${Index} has an entry for split ${entry[0]}, which does not exist.`),
    ),
  );
};

const programNames: Judge = (evidence) => {
  const [system] = datagramsOf(evidence, 'irrigation');
  const programs = datagramsOf(evidence, 'program');
  if (system === undefined || programs.length === 0) return untested('The bridge has no irrigation.');
  return keptUnless(
    programs
      .filter(({ Index, Name }) => system[`Name${Number(Index) + 1}`] !== Name)
      .map(
        ({ Index, Name }) =>
          `Program ${Index} is ${JSON.stringify(Name)}, and Name${Number(Index) + 1} ${JSON.stringify(system[`Name${Number(Index) + 1}`])}.`,
      ),
  );
};

const stationCount: Judge = (evidence) => {
  const [system] = datagramsOf(evidence, 'irrigation');
  if (system === undefined) return untested('The bridge has no irrigation.');
  const stations = datagramsOf(evidence, 'station').length;
  const stated = numberIn(system, 'NoOfStations');
  return keptUnless(
    stated === stations ? [] : [`NoOfStations is ${stated}, but ${stations} stations answer.`],
  );
};

const readingNumbers: Judge = (evidence) => {
  const [status] = datagramsOf(evidence, 'powerStatus');
  if (status === undefined) return untested('The bridge has no power monitor.');
  const { lastReadingNo, LastReadingNo } = status;
  if (lastReadingNo === undefined || LastReadingNo === undefined)
    return keptUnless([`Only ${lastReadingNo === undefined ? 'LastReadingNo' : 'lastReadingNo'} is there.`]);
  return keptUnless(
    lastReadingNo === LastReadingNo ? [] : [`Their values are ${lastReadingNo} and ${LastReadingNo}.`],
  );
};

const firmware: Judge = (evidence) => {
  const value = readingOf(evidence, 'ac', 6)?.value?.Fmw;
  if (value === undefined) return untested('Type 6 was not answered.');
  return typeof value === 'string' && /\S/.test(value)
    ? kept(value)
    : keptUnless([`Fmw is ${JSON.stringify(value)}.`]);
};

const secretsEmpty: Judge = (evidence) => {
  const secrets = [
    ['unit', 'LockCode'],
    ['unit', 'Pass'],
    ['irrigation', 'Pass'],
  ] as const;
  const shown = secrets.flatMap(([kind, key]) =>
    datagramsOf(evidence, kind)
      .filter((datagram) => typeof datagram[key] === 'string' && datagram[key] !== '')
      .map(() => `${kinds[kind].name}.${key} is sent to every client.`),
  );
  return isThere(evidence, 'ac') || isThere(evidence, 'irrigation')
    ? keptUnless(shown)
    : untested('The bridge has no such field.');
};

const errorText = (kind: ComponentKind, key: string): Judge =>
  ofEach(kind, (datagram) => {
    const value = datagram[key];
    return typeof value !== 'string' || value.length === 3
      ? undefined
      : `${key} is ${JSON.stringify(value)}, not 3 characters`;
  });

/** Statements about several fields or responses (interface 2). */
export const acrossRows: readonly Row<BridgeEvidence>[] = [
  row('unit.zone-count', '2.2', 'NoOfZones is the number of zones that answer.', zoneCount),
  row(
    'unit.constant-count',
    '2.2',
    'NoOfConst is the number of zones whose Const is not 255.',
    constantCount,
    'should',
  ),
  row('unit.controlling-zone', '2.2', 'CtrlZone is 15 or the index of a zone.', controllingZone),
  row('unit.eco', '2.2', 'EcoMin is not above EcoMax.', notAbove('unit', 'EcoMin', 'EcoMax')),
  row(
    'unit.error',
    '2.2',
    'ACError has 3 characters.',
    (evidence) => (isPlaceholder(evidence) ? noUnit : errorText('unit', 'ACError')(evidence)),
    'should',
  ),
  row(
    'unit.secrets',
    '2.2',
    'LockCode and Pass are always empty over the network (◇).',
    secretsEmpty,
    'note',
  ),
  row('zone.indexes', '2.3', 'Each zone has a unique index.', unique('zone')),
  row(
    'zone.airflow',
    '2.3',
    'MinAir of a zone is not above its MaxAir.',
    notAbove('zone', 'MinAir', 'MaxAir'),
  ),
  row(
    'zone.balance',
    '2.3',
    'BalanceMin of a zone is not above its BalanceMax.',
    notAbove('zone', 'BalanceMin', 'BalanceMax'),
  ),
  row('schedule.indexes', '2.4', 'Each favourite has a unique index.', unique('schedule')),
  row('split.indexes', '2.5', 'Each split has a unique index; indexes may have gaps.', unique('split')),
  row('split.limits', '8', 'MaxZones is 5 or 14, MaxFavs is 4 or 9, and neither is exceeded.', splitLimits),
  row('splitFavourite.indexes', '2.6', 'Each split favourite has a unique index.', unique('splitFavourite')),
  row(
    'splitFavourite.entries',
    '2.6',
    'Entries of a split favourite name only splits that exist.',
    favouriteEntries,
    'should',
  ),
  row('vrf.indexes', '2.7', 'Each VRF unit has a unique number.', unique('vrf')),
  row(
    'vrf.reserved',
    '2.7',
    'VRF unit 0 is the ducted system, and exists only together with one.',
    (evidence) => {
      const units = datagramsOf(evidence, 'vrf');
      if (units.length === 0) return untested('The bridge has no VRF units.');
      const isAlone = units.some(({ X }) => X === 0) && !isThere(evidence, 'ac');
      return keptUnless(isAlone ? ['VRF unit 0 exists without a ducted system.'] : []);
    },
  ),
  row('vrf.error', '2.7', 'Er of a VRF unit has 3 characters.', errorText('vrf', 'Er'), 'should'),
  row('irrigation.station-count', '2.8', 'NoOfStations is the number of stations that answer.', stationCount),
  row('irrigation.program-names', '2.8', 'Name1 to Name9 are the names of the programs.', programNames),
  row(
    'powerStatus.reading-number',
    'wire facts 3',
    'lastReadingNo is present in both spellings, with the same value.',
    readingNumbers,
    'should',
  ),
  {
    ...row(
      'query.bulk',
      'wire facts 2',
      'Answers to different queries agree about a component, except for measurements.',
      (evidence) => bulkOf(evidence)(evidence),
    ),
    compares: 'any',
  },
  row(
    'query.firmware',
    'wire facts 2',
    'Fmw is a text with the modules; some clients do not poll without it.',
    firmware,
    'should',
  ),
];
