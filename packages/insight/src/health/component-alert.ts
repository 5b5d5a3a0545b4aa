import type { ComponentRef } from '@plenum/protocol/component';

/** The codes of all faults and notes of a component. `about` is the kind of alert. */
export const alertCodes = {
  'unit-fault': { about: 'fault' },
  'fan-coil-fault': { about: 'fault' },
  'not-connected': { about: 'fault' },
  'no-answer': { about: 'fault' },
  'sensor-fault': { about: 'fault' },
  'damper-fault': { about: 'fault' },
  'wire-open': { about: 'fault' },
  'wire-short': { about: 'fault' },
  'wire-fault': { about: 'fault' },
  'controller-fault': { about: 'fault' },
  'meter-silent': { about: 'fault' },
  'battery-empty': { about: 'battery' },
  'battery-half': { about: 'battery' },
  'meter-battery': { about: 'battery' },
  'no-signal': { about: 'signal' },
  'weak-signal': { about: 'signal' },
  'filter-due': { about: 'filter' },
  'keys-locked': { about: 'note' },
  'economy-lock': { about: 'note' },
} as const satisfies Readonly<Record<string, { readonly about: string }>>;

export type AlertCode = keyof typeof alertCodes;

/** Kind of an alert: `signal` is about the radio of a sensor, `note` requires no action. */
export type AlertKind = (typeof alertCodes)[AlertCode]['about'];

/** A fault or note of a component. */
export interface ComponentAlert {
  readonly code: AlertCode;
  readonly about: AlertKind;
  /** The fault code, as defined by the manufacturer. */
  readonly fault?: string;
  /** The fault number of an irrigation wire or controller (interface 2.8). */
  readonly number?: number;
  /** The position of a power meter in the monitor, and its name. */
  readonly meter?: { readonly place: number; readonly name: string };
  /** The limits of the unit's setpoint, in hundredths of a degree. */
  readonly limits?: { readonly from: number; readonly to: number };
}

/** A component with its alerts. */
export interface ComponentAlerts extends ComponentRef {
  readonly alerts: readonly ComponentAlert[];
}
