import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { type RefusalCode, refusalExamples } from '@plenum/protocol/refusal';
import { definitionSources } from '../text/definition-sources.ts';
import { type Catalogue, flattenCatalogue } from './compile-catalogue.ts';

/** The parameters of a text: their names and TypeScript types. */
type ParameterTypes = Readonly<Record<string, string>>;

/** The properties that a translation must share with its original: the names of its parameters and of its elements. */
interface Shape {
  readonly parameters: ParameterTypes;
  readonly elements: readonly string[];
  readonly parts: readonly MessageFormatElement[];
}

const isFlag = (cases: readonly string[]): boolean =>
  cases.every((each) => /^(true|false|other)$/.test(each));

const visit = (parts: readonly MessageFormatElement[], see: (part: MessageFormatElement) => void): void => {
  for (const part of parts) {
    see(part);
    if (part.type === TYPE.plural || part.type === TYPE.select)
      for (const { value } of Object.values(part.options)) visit(value, see);
  }
};

const typeOf = (part: MessageFormatElement): string => {
  if (part.type === TYPE.number || part.type === TYPE.plural) return 'number';
  if (part.type !== TYPE.select) return 'string | number';
  return isFlag(Object.keys(part.options)) ? 'boolean' : 'string';
};

/** Returns the shape of a text. Throws if it is not an ICU message. */
const shapeOf = (text: string): Shape => {
  const parts = parse(text, { ignoreTag: true });
  const types = new Map<string, string>();
  visit(parts, (part) => {
    if (part.type === TYPE.literal || part.type === TYPE.pound || part.type === TYPE.tag) return;
    const known = types.get(part.value);
    // A parameter that selects a case may also be inserted: `{count, plural, one {one} other {{count} rooms}}`.
    if (known === undefined || known === 'string | number') types.set(part.value, typeOf(part));
  });
  const elements = new Set(text.match(/<\/?\w+>/g));
  return { parameters: Object.fromEntries([...types].sort()), elements: [...elements].sort(), parts };
};

/** Returns the plural forms that whole numbers need in a language. */
const pluralForms = (language: string): readonly string[] => {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))];
};

/** The parameters for translations of English texts that are created by conditional functions. */
const added: Readonly<Record<string, readonly string[]>> = {
  'statusLabel.at-target': ['isAt', 'temperature'],
  'statusSentence.at-target': ['isAt'],
  'statusSentence.holding': ['isAt'],
  'cloudRefusal.password-weak': ['weakness'],
  'cloudRefusal.access-missing': ['needed'],
  'cloudRefusal.bridge-cannot': ['asked'],
  'cloudRefusal.bridge-absent': ['asked'],
  'cloudRefusal.bridge-unreachable': ['asked'],
  'cloudRefusal.bridge-silent': ['asked'],
  'cloudRefusal.unreachable': ['asked'],
  'cloudRefusal.too-many-requests': ['of'],
  'cloudRefusal.filter-malformed': ['member'],
  'cloudRefusal.app-malformed': ['reason'],
  'cloudRefusal.too-many-guesses': ['unit', 'count'],
  'cloudRefusal.too-many-exports': ['unit', 'count'],
  'cloudRefusal.push-failed': ['reason'],
};

/** The parameters that the text of a refusal may contain besides the facts of the refusal (`describeRefusal`). */
const ofRefusals = [
  'input',
  'text',
  'value',
  'lowest',
  'lowestReading',
  'highest',
  'step',
  'lower',
  'upper',
  'what',
  'reason',
];

/**
 * Returns the parameters that a translation may have in addition to those of its original, all of which are then
 * optional.
 */
const addedTo = (key: string): readonly string[] | undefined => {
  const [part, code] = key.split('.');
  if (part !== 'refusal' || !Object.hasOwn(refusalExamples, code!)) return added[key];
  const { facts } = refusalExamples[code as RefusalCode];
  return [...ofRefusals, ...Object.keys(facts), 'nearest', 'hasNearest', 'isScaled', 'isNone'];
};

const listOf = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '));

/** Compares a text with its original. Returns a sentence for each difference. */
const findDifferences = (key: string, original: string, text: string, language: string): string[] => {
  const problems: string[] = [];
  try {
    const { parameters, elements, parts } = shapeOf(text);
    const expected = shapeOf(original);
    const optional = addedTo(key);
    const allowed = [...Object.keys(expected.parameters), ...(optional ?? [])];
    const given = Object.keys(parameters);
    const missing = Object.keys(expected.parameters).filter(
      (name) => !given.includes(name) && optional === undefined,
    );
    const surplus = given.filter((name) => !allowed.includes(name));
    if (missing.length > 0) problems.push(`${key} lacks {${missing.join('}, {')}}`);
    if (surplus.length > 0) problems.push(`${key} has {${surplus.join('}, {')}}, which English does not`);
    if (elements.join() !== expected.elements.join())
      problems.push(`${key} has the elements ${listOf(elements)}, in English ${listOf(expected.elements)}`);
    visit(parts, (part) => {
      if (part.type !== TYPE.plural) return;
      for (const form of pluralForms(language))
        if (!Object.hasOwn(part.options, form)) problems.push(`${key} lacks the plural form "${form}"`);
    });
  } catch (error) {
    problems.push(`${key} is not an ICU message: ${(error as Error).message}`);
  }
  return problems;
};

/**
 * Compares a catalogue with English and with the definitions. Returns a sentence for each missing, unknown or malformed
 * text.
 */
export function checkCatalogue(language: string, catalogue: Catalogue, english: Catalogue): string[] {
  const isEnglish = language === 'en';
  const originals = new Map([
    ...flattenCatalogue(english),
    ...(isEnglish ? [] : flattenCatalogue(definitionSources)),
  ]);
  const texts = flattenCatalogue(catalogue);
  const missing = [...originals].filter(([key]) => !texts.has(key));
  const surplus = [...texts.keys()].filter((key) => !originals.has(key));
  return [
    ...missing.map(([key, text]) => `${key} is missing: ${JSON.stringify(text)}`),
    ...surplus.map((key) => `${key} is not a text of the pages`),
    ...[...texts].flatMap(([key, text]) =>
      surplus.includes(key) ? [] : findDifferences(key, originals.get(key)!, text, language),
    ),
  ];
}

/** Maximum length of a line of code in characters, including its end. */
const lineWidth = 111;

/** Returns the source of `parameters.ts`: the parameters of each English text that has parameters. */
export function writeParameters(english: Catalogue): string {
  const lines = [...flattenCatalogue(english)].flatMap(([key, text]) => {
    const members = Object.entries(shapeOf(text).parameters).map(
      ([name, type]) => `readonly ${name}: ${type}`,
    );
    if (members.length === 0) return [];
    const line = `  '${key}': { ${members.join('; ')} };\n`;
    const isLong = line.length > lineWidth;
    return [isLong ? `  '${key}': {\n${members.map((each) => `    ${each};\n`).join('')}  };\n` : line];
  });
  return `/** The parameters of the texts that have some. \`npm run texts\` writes them from \`en.json\`. */
export interface Parameters {
${lines.join('')}}
`;
}
