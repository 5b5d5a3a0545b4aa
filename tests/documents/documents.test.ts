import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { enterAccount } from '@plenum/testbed/account';
import { until } from '@plenum/testbed/until';
import { sections } from '../../site/build/pages.ts';
import { type Block, type Hand, readBlocks, toPattern } from './blocks.ts';
import { type Constellation, openShell, type Shell, startConstellation } from './constellation.fixture.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Documents that another test runs from beginning to end. */
const runElsewhere: Readonly<Record<string, string>> = {
  'docs/cloud-with-curl.md': 'tests/cloud-with-curl.test.ts',
  'docs/how-to/check-a-cloud.md': 'tests/cloud-with-curl.test.ts',
  'docs/how-to/sandbox-houses.md': 'tests/cloud-with-curl.test.ts',
};

type Step = Block | Hand;

const documents = sections
  .filter(({ isRun }) => isRun)
  .flatMap(({ pages }) => pages.map(({ source }) => source))
  .filter((source) => !(source in runElsewhere))
  .map((source) => ({ source, steps: readBlocks(read(source)) }));

const isLeftOut = ({ mark }: Block) => mark?.kind === 'not run' || mark?.kind === 'run by';
const isCommands = (step: Step): step is Block =>
  step.kind === 'block' && step.language === 'sh' && !isLeftOut(step);
/** True if a block of text shows the output of the block before it. */
const isOutput = (step: Step | undefined): step is Block =>
  step?.kind === 'block' && step.language === 'text' && !isLeftOut(step);

/** Returns the file to which a block is written, from the comment in its first line. */
const fileOf = ({ text }: Block): string | undefined =>
  /^(?:\/\/|#) ([\w./-]+\.(?:ts|py|go|yaml))\n/.exec(text)?.[1];

/** Returns the programs that a document needs and this machine lacks. */
const missingFor = (steps: readonly Step[]): string | false => {
  const commands = steps.filter(isCommands).map(({ text }) => text);
  const tests = { python3: '--version', go: 'version' };
  const absent = Object.entries(tests).filter(
    ([name, word]) =>
      commands.some((text) => new RegExp(`(^|[ =])${name} `, 'm').test(text)) &&
      spawnSync(name, [word]).status !== 0,
  );
  return absent.length > 0 && `${absent.map(([name]) => name).join(' and ')} not installed`;
};

const accountAt = (toOwn: (text: string) => string) =>
  enterAccount(toOwn('http://127.0.0.1:8190'), {
    email: 'anna@example.org',
    password: 'a long password of anna',
  });

/** Manual steps in a browser, by document; they get the output of the programs before them. */
const byHand: Readonly<Record<string, (written: string, toOwn: (text: string) => string) => Promise<void>>> =
  {
    'make an account': async (_, toOwn) => (await accountAt(toOwn)).signUp(),
    'enter the code': async (written, toOwn) => {
      const [code] = /\b[A-Z]{4}-[A-Z]{4}\b/.exec(written) ?? [];
      assert.ok(code, `no code in ${written}`);
      await (await accountAt(toOwn)).enterCode(code);
    },
  };

/** Returns the reason why a step is neither run nor explained; `undefined` if the step is correct. */
const faultOf = (step: Step, steps: readonly Step[], source: string): string | undefined => {
  if (step.kind === 'hand') return step.what in byHand ? undefined : `the test cannot ${step.what}`;
  const { mark, language } = step;
  if (mark?.kind === 'not run') return mark.reason.length > 10 ? undefined : 'without a reason';
  if (mark?.kind === 'run by') return read(mark.test).includes(source) ? undefined : `${mark.test} does not`;
  const last = steps[steps.indexOf(step) - 1];
  if (isOutput(step))
    return last !== undefined && (last.kind === 'hand' || isCommands(last))
      ? undefined
      : 'shown as output, but no block before it prints anything';
  if (language === 'sh') return undefined;
  const file = fileOf(step);
  if (file === undefined) return 'has neither a file in its first line nor a mark';
  const used = file.includes('/') ? `cd ${file.split('/')[0]}` : file;
  return steps.some((one) => isCommands(one) && one.text.includes(used)) ? undefined : `nothing runs ${file}`;
};

/** Runs the steps of a document in order, and compares their output with the shown output. */
const follow = async (
  { source, steps }: (typeof documents)[number],
  shell: Shell,
  { toOwn }: Constellation,
) => {
  const kept: (() => string)[] = [];
  for (const [index, step] of steps.entries()) {
    const at = `${source}:${step.line}`;
    const next = steps[index + 1];
    const shown = isOutput(next) ? toPattern(next.text) : undefined;
    if (step.kind === 'hand') {
      await byHand[step.what]!(kept.map((output) => output()).join('\n'), toOwn);
      const last = kept.at(-1)!;
      if (shown !== undefined) await until(at, async () => shown.test(last()) || last());
      continue;
    }
    const file = fileOf(step);
    if (file !== undefined) shell.write(file, step.text);
    if (!isCommands(step)) continue;
    if (step.mark?.kind === 'keeps running') {
      kept.push(await shell.keep(step.text, shown ?? /^/));
      continue;
    }
    const { code, output } = await shell.run(step.text);
    assert.equal(code, step.mark?.kind === 'exit code' ? step.mark.code : 0, `${at}: ${output}`);
    if (shown !== undefined) assert.match(output, shown, at);
  }
};

describe('code blocks in tutorials and how-tos', () => {
  for (const { source, steps } of documents)
    it(`every code block of ${source} is run, or has a reason why not`, () => {
      const blocks = steps.filter(({ kind }) => kind === 'block');
      const fences = read(source).match(/^ *```/gm) ?? [];
      assert.equal(fences.length, 2 * blocks.length, 'every code block is found');
      for (const step of steps) {
        const fault = faultOf(step, steps, source);
        assert.equal(fault, undefined, `${source}:${step.line}: ${fault}`);
      }
    });

  it('every document that another test runs has such a test', () => {
    for (const [source, test] of Object.entries(runElsewhere)) {
      assert.ok(existsSync(join(root, source)));
      assert.ok(read(test).includes(source));
    }
  });
});

describe('following a document', () => {
  let constellation: Constellation;
  before(async () => {
    constellation = await startConstellation();
  });
  after(() => constellation?.[Symbol.asyncDispose]());

  for (const document of documents.filter(({ steps }) => steps.some(isCommands)))
    it(`the commands of ${document.source} print the output that it shows`, {
      skip: missingFor(document.steps),
    }, async () => {
      await using shell = openShell(constellation);
      await follow(document, shell, constellation);
    });
});
