import { quirkNames } from '@plenum/protocol/quirks';
import { type RequestsAnswer, type SimulationStatus, simulationEndpoints } from '@plenum/protocol/simulation';
import { RetryNotice } from '../../design/notice/retry-notice.tsx';
import { SimulatorProvider } from '../../simulator/simulator-context.ts';
import { SimulatorPanels } from '../../simulator/simulator-panels.tsx';
import { useReread } from '../../state/use-reread.ts';
import { t } from '../../text/text.ts';
import {
  simulationKey,
  useApplyOverride,
  useDatagrams,
  useHouseContext,
  useHouseRunningTime,
  useScale,
  useSimulation,
  useSimulationQuery,
  useTimeZone,
} from '../context/house-context.tsx';
import { Loading } from '../frame/loading.tsx';

const { path: requestsPath } = simulationEndpoints.readRequests;

const Simulator = ({ status }: { status: SimulationStatus }) => {
  const { client } = useHouseContext();
  const simulator = {
    ...{ status, statusKey: simulationKey, quirks: quirkNames, requestsPath },
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

export const SimulatorPage = () => {
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
};
