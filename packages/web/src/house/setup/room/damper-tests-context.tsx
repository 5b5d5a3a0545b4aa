import { type DamperTestsAnswer, damperTestEndpoints } from '@plenum/protocol/zone';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { isRequestError } from '../../../live/server-client.ts';
import { useHouseContext } from '../../house-context.tsx';

interface DamperTests extends DamperTestsAnswer {
  /** The rooms that are tested next, in order. */
  readonly waiting: readonly number[];
  /** The reasons why the bridge refused to test rooms, by room. */
  readonly refused: Readonly<Record<number, string>>;
  /** Tests dampers one after another, once the test that is running is over. */
  readonly test: (...zones: readonly number[]) => void;
  /** Ends the test of a room, or takes the room out of the queue. */
  readonly end: (zone: number) => void;
}

const Context = createContext<DamperTests | undefined>(undefined);

export const useDamperTests = (): DamperTests => useContext(Context)!;

const { readDamperTests, startDamperTest, endDamperTest } = damperTestEndpoints;
const queryKey = [readDamperTests.path];
const pollEvery = 1_000;

/** Follows the damper tests of the bridge, which tests one damper at a time, and starts those that wait. */
export function DamperTestsProvider({ children }: { children: ReactNode }) {
  const { client } = useHouseContext();
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<readonly number[]>([]);
  const [refused, setRefused] = useState<DamperTests['refused']>({});
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await client.get(readDamperTests.path)) as DamperTestsAnswer,
    refetchInterval: ({ state }) =>
      state.data?.running !== undefined || waiting.length > 0 ? pollEvery : false,
  });
  const isFree = data !== undefined && data.running === undefined;
  const next = isFree ? waiting[0] : undefined;
  useEffect(() => {
    if (next === undefined) return;
    const start = async () => {
      const error = await client.post(startDamperTest.path, { zone: next });
      if (isRequestError(error)) setRefused((now) => ({ ...now, [next]: error.sentence }));
      await queries.invalidateQueries({ queryKey });
      setWaiting((now) => now.filter((zone) => zone !== next));
    };
    void start();
  }, [client, queries, next]);
  const test = (...zones: readonly number[]) => {
    setRefused((now) =>
      Object.fromEntries(Object.entries(now).filter(([zone]) => !zones.includes(Number(zone)))),
    );
    setWaiting((now) => [...new Set([...now, ...zones])]);
  };
  const end = async (zone: number) => {
    setWaiting((now) => now.filter((one) => one !== zone));
    await client.post(endDamperTest.path, { zone });
    await queries.invalidateQueries({ queryKey });
  };
  const tests: DamperTests = {
    results: [],
    ...data,
    waiting,
    refused,
    test,
    end: (zone) => void end(zone),
  };
  return <Context.Provider value={tests}>{children}</Context.Provider>;
}
