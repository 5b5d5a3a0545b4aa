/** Pairings at the same time. */
const concurrency = 32;

/** Pairs bridges, several at a time; stops at the first failure and returns it. */
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
  await Promise.all(Array.from({ length: concurrency }, work));
  return problem;
};
