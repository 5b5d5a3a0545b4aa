import type { InstallerAccess, InstallerAnswer } from '@plenum/protocol/extension';
import { useQuery } from '@tanstack/react-query';
import { useStore } from '../state/use-store.ts';
import { useHouseContext } from './house-context.tsx';

/**
 * Returns the reader's access to an installer's commands; `undefined` until it is known, `null` if the page comes from
 * a cloud, or from a bridge that accepts no such commands.
 */
export function useInstallerAccess(): InstallerAccess | null | undefined {
  const answer = useInstallerAnswer();
  return answer === null ? null : answer?.access;
}

/** Returns the bridge's response about installer access; `undefined` and `null` as in `useInstallerAccess`. */
export function useInstallerAnswer(): InstallerAnswer | null | undefined {
  const { client, source, installerKey } = useHouseContext();
  const key = useStore(installerKey, (known) => known);
  const isLocal = source.transport === 'local';
  const { data } = useQuery({
    queryKey: ['installer', key],
    queryFn: async () => ((await client.get('/installer')) as InstallerAnswer | undefined) ?? null,
    enabled: isLocal,
  });
  return isLocal ? data : null;
}
