import type { Finding } from '@plenum/platform';
import { toPlainJson } from '@plenum/protocol/text';
import { failed } from '../failure.ts';
import type { Io } from '../io/io.ts';

const words = { ok: 'ok     ', note: 'note   ', problem: 'PROBLEM' } as const;

/** Prints each finding as soon as it is available; fails at the end if one of them is a problem. */
export async function printFindings(
  findings: AsyncIterable<Finding>,
  { json }: { readonly json?: true | undefined },
  io: Io,
): Promise<void> {
  let problems = 0;
  for await (const finding of findings) {
    if (finding.result === 'problem') problems += 1;
    const { result, subject, sentence } = finding;
    io.out(json ? toPlainJson(finding) : `${words[result]}  ${subject}: ${sentence}`);
  }
  if (problems > 0) throw failed(problems === 1 ? 'There is a problem.' : `There are ${problems} problems.`);
}
