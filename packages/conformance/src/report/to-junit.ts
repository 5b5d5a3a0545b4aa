import { type RowResult, toCitation } from '../row/row.ts';
import { countOutcomes } from './summary.ts';

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

const toCase = ({ id, section, statement, outcome, evidence }: RowResult): string => {
  const seen = toXml(evidence.join('\n'));
  const inside = {
    passed: '',
    failed: `<failure message="${toXml(evidence[0] ?? statement)}">${seen}</failure>`,
    untested: `<skipped message="${seen}"/>`,
    warned: `<system-out>warning: ${seen}</system-out>`,
    noted: `<system-out>note: ${seen}</system-out>`,
  }[outcome];
  const name = toXml(`${id}: ${statement}`);
  return `    <testcase classname="${toXml(toCitation(section))}" name="${name}">${inside}</testcase>`;
};

/** Formats a report as JUnit XML for build servers: a test case for each row; warnings and notes are its output. */
export const toJUnit = (results: readonly RowResult[], suite: string): string => {
  const { failed, untested } = countOutcomes(results);
  const counts = `tests="${results.length}" failures="${failed}" errors="0" skipped="${untested}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${toXml(suite)}" ${counts}>`,
    ...results.map(toCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};
