import { toConsolePath } from '@plenum/client/console';
import type { ChangeEvent } from '@plenum/protocol/extension';
import { hostedQuirks } from '@plenum/protocol/quirks';
import {
  type HostedStatus,
  hostedSwitches,
  type RequestsAnswer,
  type SimulationStatus,
} from '@plenum/protocol/simulation';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FieldInput } from '../../../definition/field-input.tsx';
import { toDatagrams } from '../../../live/components.ts';
import { toKnownZone } from '../../../reading/time/clock.ts';
import { toLabel } from '../../../reading/words.ts';
import { type ApplyOverride, SimulatorProvider, useSimulator } from '../../../simulator/simulator-context.ts';
import { SimulatorPanels } from '../../../simulator/simulator-panels.tsx';
import { useStore } from '../../../state/use-store.ts';
import { defined } from '../../../text/defined.ts';
import { t } from '../../../text/text.ts';
import { queryKeyOf, useAccountContext, useCloudQuery } from '../../account-context.tsx';
import { QueryResult } from '../../frame/query-result.tsx';
import { useApps } from '../apps.ts';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { toPresence } from './test-house.tsx';
import { useOfferedTestUsers } from './test-users.tsx';

interface HouseRef {
  readonly clientId: string;
  readonly systemId: string;
}

/** Loads the simulation of a test house, and provides it to the panels. */
const TestHouseSimulator = ({ systemId, children }: { systemId: string; children: ReactNode }) => {
  const { session, toasts, preferences } = useAccountContext();
  const queries = useQueryClient();
  const scale = useStore(preferences, (all) => all.scale);
  const target = { parameters: { systemId } };
  const simulation = useCloudQuery('readSimulation', { ...target, every: 2_000 });
  const components = useCloudQuery('readTestComponents', { ...target, every: 30_000 });
  const apply: ApplyOverride = async (name, body) => {
    const answer = await session.post('changeSimulation', { ...target, body: { [name]: body } });
    if (!answer.ok) toasts.showError(answer.refusal.sentence);
    await queries.invalidateQueries();
    return answer.ok;
  };
  const provide = (status: SimulationStatus, listed: readonly object[]) => ({
    status,
    quirks: hostedQuirks,
    scale,
    apply,
    statusKey: queryKeyOf('readSimulation', target),
    datagrams: toDatagrams(listed as ChangeEvent['components']),
    time: {
      at: status.clock.at,
      receivedAt: simulation.dataUpdatedAt,
      pace: status.clock.paused ? 0 : status.clock.scale,
    },
    timeZone: toKnownZone(status.timeZone),
    requestsPath: toConsolePath('readTestRequests', target),
    readRequests: async () => (await session.get('readTestRequests', target)) as RequestsAnswer,
  });
  return (
    <QueryResult query={simulation} what={t('sandbox.whatSimulation')} waitFor={[components]}>
      {(status) => (
        <SimulatorProvider value={provide(status as SimulationStatus, components.data ?? [])}>
          {children}
        </SimulatorProvider>
      )}
    </QueryResult>
  );
};

/** The simulator of a test house. */
export function TestHousePage({ clientId, systemId }: HouseRef) {
  const app = useApps().data?.find((each) => each.clientId === clientId);
  const { users } = useOfferedTestUsers();
  const house = users.flatMap(({ houses }) => houses).find((each) => each.systemId === systemId);
  const name = house?.name ?? systemId;
  return (
    <div className="page">
      <title>{t('common.pageTitle', { title: name })}</title>
      <Breadcrumbs
        way={[
          { title: t('account.developer'), rest: [] },
          { title: app?.name ?? clientId, rest: ['app', clientId] },
        ]}
      />
      <header>
        <h1 className="page__title">{name}</h1>
        {house !== undefined && <p className="quiet">{toPresence(house)}</p>}
      </header>
      <TestHouseSimulator systemId={systemId}>
        <SimulatorPanels>
          <SwitchesPanel />
        </SimulatorPanels>
      </TestHouseSimulator>
    </div>
  );
}

/** The switches of a test house: offline, and without lighting. */
function SwitchesPanel() {
  const { status, scale, apply } = useSimulator();
  // The status of a test house also has its switches.
  const switches = status as unknown as HostedStatus;
  return (
    <section className="panel card" aria-labelledby="switches-title">
      <h2 id="switches-title">{t('sandbox.switches')}</h2>
      {hostedSwitches.map(({ name, body, summary }) => (
        <div key={name}>
          <FieldInput
            field={body}
            label={toLabel(body)}
            value={switches[name]}
            onChange={(value: unknown) => void apply(name, value)}
            scale={scale}
          />
          <p className="quiet small">{defined(summary)}</p>
        </div>
      ))}
    </section>
  );
}
