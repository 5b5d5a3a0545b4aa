import { errorTable } from '@plenum/protocol/error';

/** The reasons why a house cannot be shown over Matter. */
export const matterFailures = errorTable('matter', {
  interface: ({ name, known }: { name: string; known: readonly string[] }) =>
    `There is no network interface ${JSON.stringify(name)}. Use one of: ${known.join(', ')}.`,
  start: ({ why }: { why: string }) => `Matter could not be started: ${why}`,
});
