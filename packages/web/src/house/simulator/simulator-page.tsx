import { quirkNames } from '@plenum/protocol/quirks';
import { type RequestsAnswer, type SimulationStatus, simulationEndpoints } from '@plenum/protocol/simulation';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { RetryNotice } from '../../design/notice/retry-notice.tsx';
import { isRequestError } from '../../live/server-client.ts';
import { type ApplyOverride, SimulatorProvider } from '../../simulator/simulator-context.ts';
import { SimulatorPanels } from '../../simulator/simulator-panels.tsx';
import { useReread } from '../../state/use-reread.ts';
import { t } from '../../text/text.ts';
import { Loading } from '../frame/loading.tsx';
import {
  simulationKey,
  useDatagrams,
  useHouseContext,
  useHouseRunningTime,
  useScale,
  useSimulation,
  useSimulationQuery,
  useTimeZone,
} from '../house-context.tsx';

const { path: requestsPath } = simulationEndpoints.readRequests;

/** Returns a function that applies an override to the simulated house, and resolves to `true` if it succeeded. */
const useApplyOverride = (): ApplyOverride => {
  const { client, toasts } = useHouseContext();
  const queryClient = useQueryClient();
  return useCallback(
    async (name, body) => {
      const error = await client.post(`/simulation/${name}`, body);
      if (isRequestError(error)) toasts.showError(error.sentence);
      void queryClient.invalidateQueries({ queryKey: ['history'] });
      await queryClient.invalidateQueries({ queryKey: simulationKey });
      return !isRequestError(error);
    },
    [client, toasts, queryClient],
  );
};

const Simulator = ({ status }: { status: SimulationStatus }) => {
  const { client } = useHouseContext();
  const simulator = {
    status,
    statusKey: simulationKey,
    quirks: quirkNames,
    requestsPath,
    datagrams: useDatagrams(),
    time: useHouseRunningTime(),
    timeZone: useTimeZone(),
    scale: useScale(),
    apply: useApplyOverride(),
    readRequests: async () => (await client.get(requestsPath)) as RequestsAnswer,
  };
  return (
    <div className="page">
      <p className="quiet">{t('simulator.simulated')}</p>
      <SimulatorProvider value={simulator}>
        <SimulatorPanels />
      </SimulatorProvider>
    </div>
  );
};

export function SimulatorPage() {
  const simulation = useSimulation();
  const { failureReason } = useSimulationQuery();
  const reread = useReread(simulationKey);
  if (simulation === undefined && failureReason === null) return <Loading />;
  if (simulation === undefined)
    return (
      <div className="card">
        <RetryNotice
          sentence={t('simulator.notLoaded', { reason: failureReason?.message ?? '' })}
          onRetry={reread}
        />
      </div>
    );
  if (simulation === null) return <p className="quiet">{t('simulator.notSimulated')}</p>;
  return <Simulator status={simulation} />;
}
