import { catalogue } from '@plenum/protocol/command';
import type { Command } from '@plenum/protocol/definition';
import { v1Commands, v1Reads } from '@plenum/protocol/v1';
import { broken, type Finding, kept, keptUnless, type Row, untested } from '../../row.ts';
import type { BridgeEvidence, CommandAttempt, WriteEvidence } from '../evidence.ts';
import { notWritten } from './judge.ts';

const ofCommand =
  (name: string, isInside: boolean, judge: (attempts: readonly CommandAttempt[]) => Finding) =>
  ({ writes }: BridgeEvidence): Finding => {
    if (writes === undefined) return notWritten;
    const why = writes.skipped.get(name);
    if (why !== undefined) return untested(why);
    const attempts = writes.attempts.filter((each) => each.command === name && each.isInside === isInside);
    return attempts.length === 0 ? untested('Nothing was sent.') : judge(attempts);
  };

const bodyOf = ({ body }: CommandAttempt) => JSON.stringify(body);

/** True for a refusal that reports a value as wrong, although it is within the limits of the interface. */
const isCalledWrong = ({ result, exchange }: CommandAttempt) =>
  result === 'refused' && exchange?.response?.status === 400;

const judgeInside = (attempts: readonly CommandAttempt[]): Finding => {
  const wrong = attempts.filter(isCalledWrong);
  if (wrong.length > 0)
    return broken(
      ...wrong.map((each) => `${bodyOf(each)} is within the limits, but was refused: ${each.sentence}`),
    );
  const ignored = attempts.filter(({ result, shown }) => result === 'done' && shown === 'no');
  if (ignored.length > 0)
    return broken(...ignored.map((each) => `${bodyOf(each)} was answered OK: ${each.difference}`));
  const refused = attempts.filter(({ result }) => result === 'refused');
  const sentences = refused.map((each) => `Refused: ${each.sentence}`);
  return attempts.some(({ result }) => result !== 'refused')
    ? kept(...sentences)
    : untested(sentences.join(' '));
};

const judgeOutside = (attempts: readonly CommandAttempt[]): Finding =>
  keptUnless([
    ...attempts
      .filter(({ result }) => result === 'done')
      .map((each) => `${bodyOf(each)} is beyond the limits, but was answered OK.`),
    ...attempts.filter(({ difference }) => difference !== '').map(({ difference }) => difference),
  ]);

const unrestored = ({ writes }: BridgeEvidence): Finding =>
  writes === undefined ? notWritten : keptUnless((writes as WriteEvidence).notRestored);

/** The settings that a command changes; all of its component if no field shows them. */
const settingsOf = ({ component, sets }: Command): readonly string[] => {
  const fields = Object.values(sets).map((path) => `${component}.${path.split('.')[0]}`);
  return fields.length === 0 ? [component] : fields;
};

/** The components that commands of the original interface change. */
const v1Settings = v1Reads.map(({ kind }) => kind);

/** Every command of interface 4.4 and of wire facts 8, with values within and beyond its limits. */
export const commandRows: readonly Row<BridgeEvidence>[] = [
  ...[...catalogue.values()].flatMap((command): readonly Row<BridgeEvidence>[] => {
    const { name, summary, section } = command;
    const about = { command: name, compares: settingsOf(command), level: 'must' } as const;
    return [
      {
        ...about,
        id: `command.${name}`,
        section,
        statement: `A valid ${name} is executed, and its effect shows. ${summary}`,
        judge: ofCommand(name, true, judgeInside),
      },
      {
        ...about,
        id: `limits.${name}`,
        section: '8',
        statement: `An invalid ${name} is refused, and changes nothing.`,
        judge: ofCommand(name, false, judgeOutside),
      },
    ];
  }),
  ...[...v1Commands.values()].flatMap(({ name, summary }): readonly Row<BridgeEvidence>[] => {
    const about = { command: `v1 ${name}`, compares: v1Settings, level: 'must' } as const;
    return [
      {
        ...about,
        id: `v1.command.${name}`,
        section: 'wire facts 8',
        statement: `POST /${name} is executed, and its effect shows. ${summary}`,
        judge: ofCommand(`v1 ${name}`, true, judgeInside),
      },
      {
        ...about,
        id: `v1.limits.${name}`,
        section: 'wire facts 8',
        statement: `POST /${name} with an unknown word is refused.`,
        judge: ofCommand(`v1 ${name}`, false, judgeOutside),
      },
    ];
  }),
  {
    id: 'command.restored',
    section: '3',
    statement: 'Commands can restore everything that commands changed.',
    level: 'note',
    compares: 'any',
    judge: unrestored,
  },
];
