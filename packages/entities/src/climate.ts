import type { Activity } from '@plenum/insight/status';
import { toReading } from '@plenum/protocol/refusal';

/** The modes of Home Assistant for those of the interface; `auto` would mean "by a schedule" there. */
export const climateModes: Readonly<Record<string, string>> = {
  cool: 'cool',
  heat: 'heat',
  vent: 'fan_only',
  dry: 'dry',
  auto: 'heat_cool',
  exhaust: 'fan_only',
  'pump only': 'cool',
};

/** Returns what an entity does with the air, in the words of Home Assistant. */
export const toAction = (activity: Activity, isDrying = false): string =>
  ({ cool: isDrying ? 'drying' : 'cooling', heat: 'heating', vent: 'fan', idle: 'idle', off: 'off' })[
    activity
  ];

/** Formats a temperature for the short texts of a status. */
export const writeDegrees = (wire: number): string => `${toReading(wire, 100).replace(/\.?0+$/, '')} °C`;
