import { checkTimeZoneChange } from '@plenum/protocol/extension';
import { ok } from '@plenum/protocol/refusal';
import type { Read, Write } from '../../device/records.ts';
import type { HouseTimeZone } from '../../time-zone/time-zone.ts';

const path = '/time-zone';
const endpoint = 'time-zone';

/** `GET /time-zone` reads the time zone of the house. */
export const createTimeZoneRead = (timeZone: HouseTimeZone): Read => ({
  path,
  endpoint,
  read: () => ok(timeZone.read()),
});

/** `POST /time-zone` sets it. */
export const createTimeZoneWrite = (timeZone: HouseTimeZone): Write => ({
  path,
  endpoint,
  write: (value) => {
    const checked = checkTimeZoneChange(value);
    return checked.ok ? timeZone.write(checked.value) : checked;
  },
});
