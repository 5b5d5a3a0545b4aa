import assert from 'node:assert/strict';

/** Texts that only the code knows: stacks, files, SQL, errors of the language and the system. */
const internal =
  /\n[ \t]+at \S.*:\d+:\d+|node:internal|node_modules|\w\.[cm]?[jt]s:\d+|\/tmp\/|\bSQLITE_|\bERR_[A-Z]{3}|\bselect\b.{1,200}\bfrom "|\binsert into "|(?:Type|Range|Reference|Assertion)Error\b|Cannot read propert|is not a function|\[object Object\]|Something went wrong in/;

/** Asserts that a text which others receive contains no internal text and none of the given texts. */
export function assertPublic(text: string, secrets: readonly string[] = []): void {
  const found = internal.exec(text)?.[0] ?? secrets.find((secret) => text.includes(secret));
  assert.equal(found, undefined, `it shows ${found}: ${text.slice(0, 500)}`);
}
