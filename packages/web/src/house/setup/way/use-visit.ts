import { type SetupVisitAnswer, setupVisitEndpoints } from '@plenum/protocol/zone';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isRequestError } from '../../../live/server-client.ts';
import { useStore } from '../../../state/use-store.ts';
import { useHouseContext } from '../../house-context.tsx';

const { readSetupVisit, markZone, nameInstaller, endSetupVisit } = setupVisitEndpoints;
/** Interval between two requests, in ms. Another tablet may be in the house too. */
const readInterval = 10_000;
const none: SetupVisitAnswer = { installer: '', done: [] };

export interface Visit {
  /** The rooms that are done. */
  readonly done: readonly number[];
  /** The name of the installer. */
  readonly installer: string;
  /** True if there is something to forget. */
  readonly isBegun: boolean;
  readonly markDone: (zone: number) => void;
  readonly name: (installer: string) => void;
  /** Forgets the marks and the name. */
  readonly end: () => void;
}

/** Returns the visit of the installer, which the bridge keeps, and functions that change it. */
export function useVisit(): Visit {
  const { client, toasts, installerKey } = useHouseContext();
  const queries = useQueryClient();
  const key = useStore(installerKey, (known) => known);
  const queryKey = [readSetupVisit.path, key];
  const { data = none } = useQuery({
    queryKey,
    queryFn: async () => ((await client.get(readSetupVisit.path)) as SetupVisitAnswer | undefined) ?? none,
    refetchInterval: readInterval,
  });
  /** Shows a change immediately, then the state of the bridge once it has responded. */
  const send = async (path: string, body: object, next: SetupVisitAnswer) => {
    queries.setQueryData(queryKey, next);
    const refused = await client.post(path, body);
    if (isRequestError(refused)) toasts.showError(refused.sentence);
    await queries.invalidateQueries({ queryKey });
  };
  const { installer, done } = data;
  return {
    done: done.map(({ zone }) => zone),
    installer,
    isBegun: installer !== '' || done.length > 0,
    markDone: (zone) => {
      if (done.some((one) => one.zone === zone)) return;
      const next = { installer, done: [...done, { zone, at: Date.now() }] };
      void send(markZone.path, { zone, isDone: true }, next);
    },
    name: (next) => void send(nameInstaller.path, { installer: next }, { installer: next, done }),
    end: () => void send(endSetupVisit.path, {}, none),
  };
}
