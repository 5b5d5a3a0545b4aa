import type { Activity } from '@plenum/insight/status';
import { toReading } from '@plenum/protocol/refusal';

/**
 * The Home Assistant mode for each mode of the interface. Home Assistant's `auto` mode means "by a schedule" and is not
 * used.
 */
export const climateModes: Readonly<Record<string, string>> = {
  cool: 'cool',
  heat: 'heat',
  vent: 'fan_only',
  dry: 'dry',
  auto: 'heat_cool',
  exhaust: 'fan_only',
  'pump only': 'cool',
};

/** Returns the current action of an entity, in the terms of Home Assistant. */
export const toAction = (activity: Activity, isDrying = false): string =>
  ({ cool: isDrying ? 'drying' : 'cooling', heat: 'heating', vent: 'fan', idle: 'idle', off: 'off' })[
    activity
  ];

/** Formats a temperature for the short text of a status. */
export const writeDegrees = (wire: number): string => `${toReading(wire, 100).replace(/\.?0+$/, '')} °C`;
