import { changeWords, stepWords } from '@plenum/insight/explain';
import { setupProblemCodes, toSetupProblem } from '@plenum/insight/setup';
import { type StatusCode, statusCodes, toLabel, toSentence } from '@plenum/insight/status';
import { catalogue } from '@plenum/protocol/command';
import { kinds } from '@plenum/protocol/component';
import { type ConsoleRefusalCode, consoleRefusals, toConsoleSentence } from '@plenum/protocol/console';
import { enumerations, type Field, factsOf, tableOf } from '@plenum/protocol/field';
import { quirks } from '@plenum/protocol/quirks';
import {
  reasons,
  refusalCodes,
  refusalExamples,
  subjects,
  toSentence as toRefusalSentence,
} from '@plenum/protocol/refusal';
import { hostedSwitches, overrides } from '@plenum/protocol/simulation';

/** The English texts of the catalogue that come from definitions, by part and key. Facts are parameters: `{name}`. */
type Sources = Readonly<Record<string, string>>;

/** A value for each fact: its name in braces. */
const named: Readonly<Record<string, string>> = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

/** Escapes braces in a text, so that they are not read as parameters. */
const quoteBraces = (text: string): string => text.replace(/[{}]/g, "'$&'");

const fromCodes = <Code extends string>(codes: readonly Code[], toText: (code: Code) => string): Sources =>
  tableOf(codes, toText);

/** True for names on the wire and symbols of units, which are the same in every language. */
const isName = (text: string): boolean =>
  /^(%|K|L\/s|V|W|d|gCO2?e\/kWh|h|kPa|kW|m\/s|min|mm\/h|ms|m²|pp[bm]|s|°C)$/.test(text) ||
  /^(SysType|nul|ff|latin1|iSense|C(?:L5|GPO|GDO|BLD|DM|ACR|ACRGD|ACRTC|GPOTC|VFC|VFCGD|ACDSW|VFCTC)|)$/.test(
    text,
  );

interface Container {
  readonly properties?: Readonly<Record<string, Field>>;
  readonly items?: Field;
  readonly enum?: readonly unknown[];
}

/** Returns the texts in the definition of a field: labels, nouns, expectations, and words to choose from. */
const textsOf = (field: Field): string[] => {
  const { noun, expected, unit } = factsOf(field);
  const { properties = {}, items, enum: words = [] } = field as Container;
  const [label = ''] = field.description.split(';');
  return [
    /^[01] /.test(label) ? label.replace(/^1 ([^,]+).*$/, '$1') : label,
    ...[noun, expected, unit].filter((text) => text !== undefined),
    ...words.filter((word) => typeof word === 'string'),
    ...[...Object.values(properties), ...(items === undefined ? [] : [items])].flatMap(textsOf),
  ];
};

const isField = (body: unknown): body is Field => typeof body === 'object' && body !== null;

const definitionTexts = [
  ...Object.values(kinds).flatMap(({ summary, fields }) => [
    summary,
    ...Object.values((fields as Container).properties ?? {}).flatMap(textsOf),
  ]),
  ...[...catalogue.values()].flatMap(({ summary, body }) => [
    summary,
    ...(isField(body) ? textsOf(body) : []),
  ]),
  ...[...overrides.values(), ...hostedSwitches].flatMap(({ summary, body }) => [summary, ...textsOf(body)]),
  ...Object.values(quirks).flatMap(({ summary, value }) => [summary, ...textsOf(value as Field)]),
].filter((text) => !isName(text));

const someType = /^type \d+$/;

const labels = Object.entries(enumerations).flatMap(([name, { values }]) =>
  Object.keys(values)
    .filter((label) => !someType.test(label))
    .map((label) => [`${name}.${label}`, label]),
);

const byBridge: readonly ConsoleRefusalCode[] = ['InvalidRequest', 'InvalidUser', 'UserNotAllowed', 'Error'];

/** The facts that select one of several sentences for a cloud refusal. */
export const choices: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'password-weak': { weakness: ['few-characters', 'common', 'repeated', 'row'] },
  'access-missing': { needed: ['control', 'manage', 'owner'] },
  'bridge-cannot': { asked: ['read', 'write'] },
  'too-many-requests': { of: ['address', 'account'] },
  'filter-malformed': {
    member: [
      ...['result', 'kind', 'status', 'component', 'index', 'attribute', 'answer'],
      ...['search', 'from', 'to'],
    ],
  },
  'app-malformed': {
    reason: [
      'name',
      'count',
      'uris',
      'registered',
      'last',
      'uri',
      'fragment',
      'wildcard',
      'credentials',
      'host',
      'scheme',
    ],
  },
};

/** Returns all sentences of a refusal as one text. */
const toCloudSentences = (code: ConsoleRefusalCode): string => {
  const [[name, values] = ['', ['']]] = Object.entries(choices[code] ?? {});
  return values
    .map((value) =>
      toConsoleSentence({
        code,
        path: [],
        facts: new Proxy({}, { get: (_, fact) => (fact === name ? value : `{${String(fact)}}`) }),
      }),
    )
    .join(' / ');
};

const statusOf = (code: StatusCode, toText: typeof toLabel): string => {
  const facts = {
    ...named,
    temperature: 1,
    setpoint: 2,
    opening: '{opening}',
    limit: '{limit}',
    fault: '{fault}',
  };
  // Most facts are numbers; here each is the name of its parameter.
  const parameters = { ...facts, leader: '{leader}' } as never;
  return toText({ code, activity: 'vent', facts: parameters }, (wire) =>
    wire === 1 ? '{temperature}' : '{setpoint}',
  )
    .replace(' in {leader}', '{inLeader}')
    .replace(/: fan only\.$|, fan only$/, ': {air}');
};

/**
 * The texts of the catalogue whose English comes from definitions, by part. All other languages translate them; English
 * needs no second copy.
 */
export const definitionSources: Readonly<Record<string, Sources>> = {
  defined: Object.fromEntries(definitionTexts.map((text) => [text, quoteBraces(text)])),
  enumeration: Object.fromEntries(labels),
  explainStep: stepWords,
  explainChange: changeWords,
  statusWord: {
    inLeader: ' in {leader}',
    cool: 'cooling',
    heat: 'heating',
    vent: 'fan only',
    idle: 'unit idle',
    off: 'unit off',
  },
  statusLabel: fromCodes(statusCodes, (code) => statusOf(code, toLabel)),
  statusSentence: fromCodes(statusCodes, (code) => statusOf(code, toSentence)),
  subject: subjects,
  reason: reasons,
  // One example of each sentence, because functions create the sentences.
  refusal: fromCodes(refusalCodes, (code) =>
    quoteBraces(toRefusalSentence({ code, ...refusalExamples[code] })),
  ),
  setupProblem: fromCodes(setupProblemCodes, (code) => toSetupProblem(code, named).sentence),
  cloudRefusal: {
    ...fromCodes(
      (Object.keys(consoleRefusals) as ConsoleRefusalCode[]).filter((code) => !byBridge.includes(code)),
      toCloudSentences,
    ),
    'bridge-absent': 'The bridge is not connected.',
    'bridge-unreachable': 'The bridge cannot be reached from here right now.',
    'bridge-silent': 'The bridge did not answer within {within} s.',
    unreachable: 'The cloud does not answer.',
    unknown: 'The cloud answered with status {status}.',
  },
};
