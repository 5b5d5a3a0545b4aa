import { type AlertCode, type ComponentAlert, componentAlertsOf } from '@plenum/insight/health';
import type { ComponentKind, DatagramOf } from '@plenum/protocol/component';
import { t } from '../../text/text.ts';
import { meterName } from '../energy/power.ts';
import { formatSetpoint, type Scale } from '../number/temperature.ts';

/** A problem of a component for its owner, with the remedy. */
export interface Warning {
  readonly about: 'fault' | 'battery' | 'signal' | 'note';
  readonly title: string;
  readonly help: string;
}

interface Words {
  readonly title: (alert: ComponentAlert, scale: Scale) => string;
  readonly help: (alert: ComponentAlert) => string;
}

/**
 * Fault codes differ by manufacturer and are not public; the interface transmits three characters (interface 2.2, 2.7).
 */
const codeHelp = ({ fault = '' }: ComponentAlert, what: string) =>
  t('warning.codeHelp', { code: fault, what });
const stopped = ({ fault = '' }: ComponentAlert) => t('warning.stopped', { code: fault });
const meterOf = ({ meter }: ComponentAlert) => ({ name: meterName(meter?.name ?? '', meter?.place ?? 0) });

const toLimits = ({ limits }: ComponentAlert, scale: Scale) => {
  const { from = 0, to = 0 } = limits ?? {};
  const [low, high] = [from, to].map((limit) => `${formatSetpoint(limit, scale)}°`);
  return { limits: t('reading.setpointRange', { from: low!, to: high! }) };
};

const words: Readonly<Record<AlertCode, Words>> = {
  'unit-fault': { title: stopped, help: (one) => codeHelp(one, t('warning.ofUnit')) },
  'fan-coil-fault': { title: stopped, help: (one) => codeHelp(one, t('warning.ofFanCoil')) },
  'filter-due': { title: () => t('warning.filter'), help: () => t('warning.filterHelp') },
  'keys-locked': { title: () => t('warning.locked'), help: () => t('warning.lockedHelp') },
  'economy-lock': {
    title: (one, scale) => t('warning.eco', toLimits(one, scale)),
    help: () => t('warning.ecoHelp'),
  },
  'sensor-fault': { title: () => t('warning.sensor'), help: () => t('warning.sensorHelp') },
  'damper-fault': { title: () => t('warning.damper'), help: () => t('warning.damperHelp') },
  'battery-empty': { title: () => t('warning.batteryEmpty'), help: () => t('warning.batteryHelp') },
  'battery-half': { title: () => t('warning.batteryHalf'), help: () => t('warning.batteryHelp') },
  'no-signal': { title: () => t('warning.noSignal'), help: () => t('warning.signalHelp') },
  'weak-signal': { title: () => t('warning.weakSignal'), help: () => t('warning.signalHelp') },
  'no-answer': { title: () => t('warning.noAnswer'), help: () => t('warning.noAnswerHelp') },
  'not-connected': { title: () => t('warning.notConnected'), help: () => t('warning.notConnectedHelp') },
  'wire-open': { title: () => t('warning.wireOpen'), help: () => t('warning.wireHelp') },
  'wire-short': { title: () => t('warning.wireShort'), help: () => t('warning.wireHelp') },
  'wire-fault': {
    title: ({ number = 0 }) => t('warning.wireFault', { wire: number }),
    help: () => t('warning.unknownFault', { help: t('warning.wireHelp') }),
  },
  'controller-fault': {
    title: ({ number = 0 }) => t('warning.controller', { controller: number }),
    help: () => t('warning.controllerHelp'),
  },
  'meter-silent': {
    title: (one) => t('warning.meterSilent', meterOf(one)),
    help: () => t('warning.meterSilentHelp'),
  },
  'meter-battery': {
    title: (one) => t('warning.meterBattery', meterOf(one)),
    help: () => t('warning.meterBatteryHelp'),
  },
};

/** Returns an alert in the reader's language, with temperatures in the reader's scale. */
export function toWarning(alert: ComponentAlert, scale: Scale): Warning {
  const { code, about } = alert;
  const { title, help } = words[code];
  return {
    about: about === 'filter' ? 'note' : about,
    title: title(alert, scale),
    help: help(alert),
  };
}

/**
 * Returns the warnings of a component, the most serious first. Warnings of power meters belong to the power status.
 */
export const warningsOf = <K extends ComponentKind>(
  kind: K,
  datagram: DatagramOf<K>,
  scale: Scale,
  status?: DatagramOf<'powerStatus'>,
): readonly Warning[] => componentAlertsOf(kind, datagram, status).map((one) => toWarning(one, scale));
