import { type ErrorCode, errorTable } from '@plenum/protocol/error';

interface UnknownName {
  /** The owner of the names: a function with options, or a kind of component. */
  readonly of: string;
  readonly what: 'option' | 'field';
  readonly name: string;
  readonly names: readonly string[];
  readonly meant: string | undefined;
}

/** Reasons why a test house cannot do what a test asked for. */
export const testingFailures = errorTable('testing', {
  'not-a-duration': ({ given }: { given: unknown }) =>
    `${JSON.stringify(given) ?? 'Nothing'} is not a duration in whole seconds; give one such as 2h, 1h30m, 90s or 2d.`,
  'not-a-time': ({ given }: { given: string }) =>
    `${JSON.stringify(given)} is not a local time; give one such as 2026-01-31T08:30.`,
  'clock-back': ({ now }: { now: string }) =>
    `The clock of a cloud cannot go back; it is ${now}. Start another cloud instead.`,
  'not-options': ({ of, given }: { of: string; given: string }) =>
    `${of} takes an object with options, not ${given}.`,
  'unknown-name': ({ of, what, name, names, meant }: UnknownName) =>
    `${of} has no ${what} ${JSON.stringify(name)}. ${meant === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean ${meant}?`}`,
  'wrong-value': ({
    of,
    name,
    given,
    expected,
  }: {
    of: string;
    name: string;
    given: string;
    expected: string;
  }) => `${of}: ${name} is ${given}. Give ${expected}.`,
  over: ({ what }: { what: string }) =>
    `This ${what} was disposed of and can no longer be used. Use it before the end of its block, or start another one.`,
  'same-house': ({ systemId }: { systemId: string }) =>
    `This cloud already has a house with the system id ${systemId}, which depends on the file and the seed. Give this house another seed, such as startHouse({ cloud, seed: 2 }), or another systemId in its file.`,
  'cloud-missing': ({ name, version }: { name: string; version: string }) =>
    `startCloud needs the package ${name}, which is not installed: npm install --save-dev ${name}@${version}. Tests of a house alone do not need it.`,
  'not-a-house': ({ why }: { why: string }) => why,
  'other-house': () => 'The snapshot is of another house; restore it in its own house or in a fork of that.',
  'no-such-scenario': ({
    typed,
    names,
    meant,
  }: {
    typed: string;
    names: string;
    meant: string | undefined;
  }) =>
    `There is no scenario ${JSON.stringify(typed)}; there are ${names}, or a file.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  'wrong-scenario': ({ problems }: { problems: readonly string[] }) => problems.join('\n'),
  refused: ({ why }: { why: string }) => why,
});

export type TestingFailureCode = ErrorCode<typeof testingFailures>;
