import { errorTable } from '@plenum/protocol/error';

/** Why a house cannot be shown over Matter. */
export const matterFailures = errorTable('matter', {
  interface: ({ name, known }: { name: string; known: readonly string[] }) =>
    `There is no network interface ${JSON.stringify(name)}; there are ${known.join(', ')}.`,
  start: ({ why }: { why: string }) => `Matter does not start: ${why}`,
});
