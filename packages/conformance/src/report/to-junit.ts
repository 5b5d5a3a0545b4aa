import { type RowResult, toCitation } from '../row.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes the text of an attribute or element, and replaces characters that XML 1.0 cannot contain. */
const toXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no form for them.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (sign) => escapes[sign]!);

/** A test case of a JUnit report. */
interface JUnitCase {
  /** The group that build servers list it under. */
  readonly group: string;
  readonly name: string;
  readonly result: 'passed' | 'failed' | 'skipped';
  /** The reason if it failed or was skipped; the output of a case that passed. */
  readonly text?: string;
  /** Real time that it took, in seconds. */
  readonly time?: number;
  /** Its file, and the line in it. */
  readonly file?: string;
  readonly line?: number;
}

interface JUnitSuite {
  readonly name: string;
  readonly cases: readonly JUnitCase[];
}

const toInside = ({ result, text = '' }: JUnitCase): string => {
  const shown = toXml(text);
  return {
    passed: text === '' ? '' : `<system-out>${shown}</system-out>`,
    failed: `<failure message="${toXml(text.split('\n')[0]!)}">${shown}</failure>`,
    skipped: `<skipped message="${shown}"/>`,
  }[result];
};

const toCase = (one: JUnitCase): string => {
  const { group, name, time, file, line } = one;
  const attributes = { classname: group, name, time: time?.toFixed(3), file, line };
  const listed = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}="${toXml(String(value))}"`,
  );
  return `    <testcase ${listed.join(' ')}>${toInside(one)}</testcase>`;
};

/** Returns the time of all cases, if each states its own. */
const toTime = (cases: readonly JUnitCase[]): string =>
  cases.length > 0 && cases.every(({ time }) => time !== undefined)
    ? ` time="${cases.reduce((sum, { time = 0 }) => sum + time, 0).toFixed(3)}"`
    : '';

const toCounts = (cases: readonly JUnitCase[]): string => {
  const count = (result: JUnitCase['result']) => cases.filter((one) => one.result === result).length;
  return `tests="${cases.length}" failures="${count('failed')}" errors="0" skipped="${count('skipped')}"`;
};

/** Formats suites of test cases as JUnit XML for build servers. */
export function toJUnitXml(suites: readonly JUnitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${toCounts(all)}${toTime(all)}>`,
    ...suites.flatMap(({ name, cases }) => [
      `  <testsuite name="${toXml(name)}" ${toCounts(cases)}${toTime(cases)}>`,
      ...cases.map(toCase),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

const toRowCase = ({ id, section, statement, outcome, evidence }: RowResult): JUnitCase => {
  const seen = evidence.join('\n');
  return {
    group: toCitation(section),
    name: `${id}: ${statement}`,
    ...(
      {
        passed: { result: 'passed' },
        failed: { result: 'failed', text: seen || statement },
        untested: { result: 'skipped', text: seen },
        warned: { result: 'passed', text: `warning: ${seen}` },
        noted: { result: 'passed', text: `note: ${seen}` },
      } as const
    )[outcome],
  };
};

/** Formats a report as JUnit XML: a test case for each row; warnings and notes are its output. */
export const toJUnit = (results: readonly RowResult[], suite: string): string =>
  toJUnitXml([{ name: suite, cases: results.map(toRowCase) }]);
