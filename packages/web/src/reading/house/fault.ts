import type { ComponentKind, Datagrams } from '@plenum/protocol/component';
import { membersOfBody } from '@plenum/protocol/definition';
import { type Field, factsOf, isIndex } from '@plenum/protocol/field';
import type { FaultName, Override } from '@plenum/protocol/simulation';
import { ductedUnit } from '@plenum/protocol/vrf';
import { t } from '../../text/text.ts';
import { bodyValue, composeBody } from '../body.ts';
import { meterName } from '../energy/power.ts';
import { capital, type Option, wordOf } from '../words.ts';

interface FaultEffect {
  /** The kind of component that the fault affects. */
  readonly kind: ComponentKind;
  /** Describes the fault; `how` is its label or code. */
  readonly describe: (how: string) => string;
}

/** The description of each fault. The type requires an entry for every fault. */
const faultEffects: Readonly<Record<FaultName, FaultEffect>> = {
  ZoneSensorFault: { kind: 'zone', describe: () => t('fault.sensorFailed') },
  ZoneSensorBattery: { kind: 'zone', describe: (how) => t('fault.sensorBattery', { how }) },
  ZoneSensorRadio: { kind: 'zone', describe: (how) => t('fault.sensorRadio', { how }) },
  ZoneDamperStuck: { kind: 'zone', describe: () => t('fault.damperStuck') },
  UnitFault: { kind: 'unit', describe: (how) => t('fault.stopped', { how }) },
  SplitFault: { kind: 'split', describe: () => t('fault.noAnswer') },
  VrfFault: { kind: 'vrf', describe: (how) => t('fault.stopped', { how }) },
  StationFault: { kind: 'station', describe: (how) => t('fault.wire', { how }) },
  IrrigationFault: { kind: 'irrigation', describe: (how) => t('fault.controller', { how }) },
  PowerDeviceSilent: { kind: 'power', describe: () => t('fault.noAnswer') },
  PowerDeviceBattery: { kind: 'power', describe: (how) => t('fault.battery', { how }) },
};

/** Returns all components of the kind that a fault affects, by name. */
const thingsOf = (fault: FaultName, datagrams: Datagrams): readonly Option[] => {
  const { kind } = faultEffects[fault];
  if (kind === 'power')
    return (datagrams.power[0]?.Devices ?? []).flatMap(({ Enabled, Name }, value) =>
      Enabled === 1 ? [{ value, label: meterName(Name, value) }] : [],
    );
  return (datagrams[kind] as readonly { Index?: number; X?: number; Name?: string }[]).map(
    ({ Index, X, Name }) => ({ value: Index ?? X ?? 0, label: Name || capital(kind) }),
  );
};

/**
 * Returns the components that a fault can affect, by name, without the ducted unit of a VRF system, which reports its
 * own fault.
 */
export const faultTargets = (fault: FaultName, datagrams: Datagrams): readonly Option[] =>
  thingsOf(fault, datagrams).filter(
    ({ value }) => faultEffects[fault].kind !== 'vrf' || value !== ductedUnit,
  );

/** Returns the value that a field has without a fault: full battery, no code, or 0. */
const healthyValue = (field: Field): unknown => {
  const { kind, choices = {} } = factsOf(field);
  return kind === 'text' ? '' : (choices.full ?? 0);
};

/** Returns the body that clears a fault. */
export function clearingBody({ body }: Override, broken: unknown): unknown {
  const values = membersOfBody(body).map(([key, field]) => [
    key,
    isIndex(field) ? bodyValue(body, key, broken) : healthyValue(field),
  ]);
  return composeBody(body, Object.fromEntries(values));
}

/** Describes an active fault: the component, and the problem. */
export function describeFault(
  { name, body }: Override,
  given: unknown,
  datagrams: Datagrams,
): { readonly where: string; readonly what: string } {
  const fault = name as FaultName;
  const things = thingsOf(fault, datagrams);
  const parts = membersOfBody(body);
  const partOf = (found: (typeof parts)[number] | undefined) => found && bodyValue(body, found[0], given);
  const index = parts.find(([, field]) => isIndex(field));
  const how = parts.find(([, field]) => !isIndex(field))!;
  const at = index === undefined ? things[0]?.value : partOf(index);
  const [, field] = how;
  const value = partOf(how);
  const word = factsOf(field).kind === 'choice' ? wordOf(field, value as number) : `${value}`.trim();
  return {
    where: things.find((thing) => thing.value === at)?.label ?? `${at}`,
    what: faultEffects[fault].describe(word),
  };
}
