import type { Device } from '../../device/device.ts';
import type { Records } from '../../device/records.ts';
import type { TariffStore } from '../../energy/tariff-store.ts';
import type { Exceptions } from '../../exceptions/exceptions.ts';
import type { Explainer } from '../../explain/explainer.ts';
import type { Groups } from '../../groups/groups.ts';
import type { History } from '../../history/history.ts';
import type { HouseTimeZone } from '../../time-zone/time-zone.ts';
import { createEnergyReads, createTariffWrite } from './energy.ts';
import { createExceptionsRead, createExceptionsWrites } from './exceptions.ts';
import { createExplainRead } from './explain.ts';
import { createGroupsRead, createGroupsWrites } from './groups.ts';
import { createHistoryReads } from './history.ts';
import { createTimeZoneRead, createTimeZoneWrite } from './time-zone.ts';

export interface RecordsDeps {
  readonly device: Device;
  readonly history: History;
  readonly tariffs: TariffStore;
  readonly exceptions: Exceptions;
  readonly groups: Groups;
  readonly timeZone: HouseTimeZone;
  readonly explainer: Explainer;
  readonly readOnly: boolean;
}

/** Creates the endpoints that read and write on the local network and through the cloud. */
export const createRecords = (deps: RecordsDeps): Records => {
  const { device, history, tariffs, exceptions, timeZone, explainer, readOnly } = deps;
  return {
    reads: [
      ...createHistoryReads(history, device),
      ...createEnergyReads({ device, history, tariffs }),
      createExplainRead(explainer, device),
      createExceptionsRead(exceptions),
      createGroupsRead(deps),
      createTimeZoneRead(timeZone),
    ],
    writes: [
      createTariffWrite(tariffs),
      ...createExceptionsWrites(exceptions),
      ...createGroupsWrites(deps),
      createTimeZoneWrite(timeZone),
    ],
    readOnly,
  };
};
