import { type Clock, machineOf } from '@plenum/platform';
import { isTriggerEvent, listenRefusals, type Triggered, triggerEvents } from '@plenum/protocol/cloud';
import { isRefused, toConsoleSentence } from '@plenum/protocol/console';
import type { SimulationStatus } from '@plenum/protocol/simulation';
import type { IdentifiedApp } from '../../delivery/listener/identify.ts';
import { controlForOwner } from '../../fleet/controls/control-for-owner.ts';
import { defaultControlWithin } from '../../fleet/controls/send-control.ts';
import type { Uplinks } from '../../fleet/uplink/uplinks.ts';
import { selectActiveRefreshTokens } from '../../identity/oauth/token/active-refresh-tokens.ts';
import type { Store } from '../../kernel/database/store.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { selectHouses } from '../../sandbox/test-users.ts';
import { toResult } from '../console/recorded-routes.ts';
import { type Cause, type SimulatedHouseState, toCauses } from './causes.ts';

export interface TriggerDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly uplinks: Pick<Uplinks, 'control'>;
  /** Undefined if this cloud has no test users. */
  readonly sandbox: Sandbox | undefined;
  /** Time a bridge has to reply, in ms. */
  readonly controlWithin?: number | undefined;
}

const path = '/simulation';

/** Creates a function that makes a house of a test user cause an event. */
export function createTrigger(deps: TriggerDeps) {
  const { store, clock, uplinks, controlWithin: within = defaultControlWithin } = deps;

  /** Returns a house of the developer's test users: the given one, or the oldest of those who allowed the app. */
  const findHouse = async ({ developerId, clientId }: IdentifiedApp, systemId: string | undefined) => {
    const row = await selectHouses(store.db, developerId)
      .select('sandbox_house.system_id')
      .$if(systemId !== undefined, (query) => query.where('sandbox_house.system_id', '=', systemId!))
      .$if(systemId === undefined, (query) =>
        query.where(
          'bridge.account_id',
          'in',
          selectActiveRefreshTokens(store.db, clock.now())
            .select('account_id')
            .where('client_id', '=', clientId)
            .$castTo<{ account_id: string }>(),
        ),
      )
      .orderBy('sandbox_house.created_at')
      .limit(1)
      .executeTakeFirst();
    return row?.system_id;
  };

  const readState = async (sandbox: Sandbox, systemId: string): Promise<SimulatedHouseState | string> => {
    const status = toResult(await sandbox.simulate(systemId, { path }, within), 'read', within);
    if (isRefused(status)) return toConsoleSentence(status.refusal);
    const rows = await store.db
      .selectFrom('component')
      .select(['kind', 'datagram'])
      .where('system_id', '=', systemId)
      .where('datagram', 'is not', null)
      .orderBy('component_id')
      .execute();
    const components = rows.map(({ kind, datagram }) => ({ kind, datagram: JSON.parse(datagram!) }));
    return { status: status as SimulationStatus, components };
  };

  /** Causes an event. Resolves to the sentence of why it was not, or to undefined. */
  const carryOut = async (
    sandbox: Sandbox,
    { developerId, systemId }: { readonly developerId: string; readonly systemId: string },
    cause: Cause,
  ): Promise<string | undefined> => {
    if ('control' in cause) {
      const now = machineOf(clock).now();
      const { result } = await controlForOwner(uplinks, { systemId, command: cause.control, now, within });
      return result.ok ? undefined : result.refusal.detail;
    }
    const { override, step: seconds } = cause;
    const apply = async (body: Readonly<Record<string, unknown>>) =>
      toResult(await sandbox.simulate(systemId, { path, body }, within), 'write', within);
    const isChange = Object.keys(override).length > 0;
    const changed = isChange ? await apply(override) : {};
    if (isRefused(changed)) return toConsoleSentence(changed.refusal);
    if (seconds === undefined) return undefined;
    const stepped = await sandbox.stepClock({ developerId, seconds }, () => apply({ ClockStep: seconds }));
    return isRefused(stepped) ? toConsoleSentence(stepped.refusal) : undefined;
  };

  return async (
    app: IdentifiedApp,
    asked: { readonly event: string | undefined; readonly systemId: string | undefined },
  ) => {
    const { event } = asked;
    if (!isTriggerEvent(event))
      return listenRefusals.refuse('unknown-event', {
        facts: { event: event ?? '', events: Object.keys(triggerEvents).join(', ') },
      });
    if (!app.isTest) return listenRefusals.refuse('live-app');
    const { sandbox } = deps;
    const systemId = await findHouse(app, asked.systemId);
    if (systemId === undefined || sandbox === undefined)
      return asked.systemId === undefined
        ? listenRefusals.refuse('no-test-house')
        : listenRefusals.refuse('live-house', { facts: { systemId: asked.systemId } });
    const refuse = (why: string) => listenRefusals.refuse('house-refused', { facts: { systemId, why } });
    const state = await readState(sandbox, systemId);
    if (typeof state === 'string') return refuse(state);
    let why: string | undefined;
    // A zone may be unable to do it, such as one whose sensor is wired and has no battery.
    for (const cause of toCauses(event, state)) {
      why = await carryOut(sandbox, { developerId: app.developerId, systemId }, cause);
      if (why === undefined) return { systemId, done: cause.done } satisfies Triggered;
    }
    return why === undefined
      ? listenRefusals.refuse('house-lacks', { facts: { systemId, event: triggerEvents[event] } })
      : refuse(why);
  };
}
