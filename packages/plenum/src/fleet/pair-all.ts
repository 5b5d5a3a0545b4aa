/** Pairings under way at once. */
const atOnce = 32;

/** Pairs bridges, several at once; the first that cannot be, with why, ends it. */
export const pairAll = async (
  systemIds: readonly string[],
  register: (systemId: string) => Promise<string>,
  signal: AbortSignal,
): Promise<{ readonly systemId: string; readonly outcome: string } | undefined> => {
  const left = systemIds.values();
  let problem: { systemId: string; outcome: string } | undefined;
  const work = async () => {
    for (const systemId of left) {
      if (problem !== undefined || signal.aborted) return;
      const outcome = await register(systemId);
      if (outcome !== 'paired') problem = { systemId, outcome };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return problem;
};
