import { type ErrorCode, errorTable } from '@plenum/protocol/error';

/** Reasons why a test house cannot do what a test asked for. */
export const testingFailures = errorTable('testing', {
  'not-a-duration': ({ given }: { given: string }) =>
    `${JSON.stringify(given)} is not a duration in whole seconds; give one such as 2h, 1h30m, 90s or 2d.`,
  'not-a-time': ({ given }: { given: string }) =>
    `${JSON.stringify(given)} is not a local time; give one such as 2026-01-31T08:30.`,
  'clock-back': ({ now }: { now: string }) =>
    `The clock of a cloud cannot go back; it is ${now}. Start another cloud instead.`,
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
  refused: ({ why }: { why: string }) => why,
});

export type TestingFailureCode = ErrorCode<typeof testingFailures>;
