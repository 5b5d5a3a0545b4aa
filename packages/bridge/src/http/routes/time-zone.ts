import { extensionEndpoints } from '@plenum/protocol/extension';
import { ok } from '@plenum/protocol/refusal';
import { bindRead, bindWrite } from '../../device/bind.ts';
import type { Read, Write } from '../../device/records.ts';
import type { HouseTimeZone } from '../../time-zone/time-zone.ts';

const { readTimeZone, setTimeZone } = extensionEndpoints;

export const createTimeZoneRead = (zone: HouseTimeZone): Read =>
  bindRead(readTimeZone, () => ok(zone.read()));

export const createTimeZoneWrite = (zone: HouseTimeZone): Write =>
  bindWrite(setTimeZone, ({ timeZone }) => zone.write(timeZone));
