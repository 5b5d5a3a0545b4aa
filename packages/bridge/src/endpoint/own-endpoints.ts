import { automationEndpoints } from '@plenum/insight/automation';
import { groupEndpoints } from '@plenum/insight/group';
import { extensionEndpoints } from '@plenum/protocol/extension';
import { ok } from '@plenum/protocol/refusal';
import { comfortEndpoints, exceptionEndpoints } from '@plenum/protocol/schedule';
import type { Automation } from '../automation/open-automation.ts';
import type { Comfort } from '../comfort/open-comfort.ts';
import type { Device } from '../device/device.ts';
import type { TariffStore } from '../energy/tariff-store.ts';
import type { Exceptions } from '../exceptions/exceptions.ts';
import type { History } from '../history/history.ts';
import type { Groups } from '../house/groups.ts';
import type { HouseTimeZone } from '../house/time-zone.ts';
import { bindRead, bindWrite } from './bind.ts';
import type { OwnEndpoints } from './endpoint.ts';
import { createEnergyReads, createTariffWrite } from './energy.ts';
import { createExplainRead } from './explain.ts';
import type { Explainer } from './explainer.ts';
import { createHistoryReads } from './history.ts';

export interface OwnEndpointsDeps {
  readonly device: Device;
  readonly history: History;
  readonly tariffs: TariffStore;
  readonly exceptions: Exceptions;
  readonly groups: Groups;
  readonly comfort: Comfort;
  readonly automation: Automation;
  readonly timeZone: HouseTimeZone;
  readonly explainer: Explainer;
  readonly readOnly: boolean;
}

const { readTimeZone, setTimeZone } = extensionEndpoints;
const { readExceptions, setException, endException } = exceptionEndpoints;
const { readComfort, setComfort, startLater } = comfortEndpoints;
const { readAutomation, setAutomation, acceptAction, undoAction } = automationEndpoints;
const { readGroups, setGroup, removeGroup } = groupEndpoints;

/** Creates the endpoints that read and write on the local network and through the cloud. */
export function createOwnEndpoints(deps: OwnEndpointsDeps): OwnEndpoints {
  const { device, history, tariffs, exceptions, groups, comfort, automation, timeZone, explainer, readOnly } =
    deps;
  return {
    reads: [
      ...createHistoryReads(history, device),
      ...createEnergyReads({ device, history, tariffs }),
      createExplainRead(explainer, device),
      bindRead(readExceptions, () => ok({ exceptions: exceptions.list() })),
      bindRead(readGroups, () => ok({ groups: groups.list(device.datagrams()) })),
      bindRead(readComfort, () => ok(comfort.read())),
      bindRead(readAutomation, () => ok(automation.read())),
      bindRead(readTimeZone, () => ok(timeZone.read())),
    ],
    writes: [
      createTariffWrite(tariffs),
      bindWrite(setException, exceptions.add),
      bindWrite(endException, exceptions.end),
      bindWrite(setGroup, (group) => groups.save(group, device.datagrams())),
      bindWrite(removeGroup, ({ name }) => groups.remove(name)),
      bindWrite(setComfort, comfort.set),
      bindWrite(startLater, ({ favourite }) => comfort.startLater(favourite)),
      bindWrite(setAutomation, automation.set),
      bindWrite(acceptAction, ({ kind }) => automation.accept(kind)),
      bindWrite(undoAction, ({ kind }) => automation.undo(kind)),
      bindWrite(setTimeZone, (body) => timeZone.write(body.timeZone)),
    ],
    readOnly,
  };
}
