import {
  type ComponentKind,
  type Datagrams,
  type FaultName,
  type Field,
  factsOf,
  type Intervention,
} from '@plenum/protocol';
import { partIn, partsOf, toWhole } from './body.ts';
import { meterName } from './power.ts';
import { capital, type Option, wordOf } from './words.ts';

/** What each fault of a simulated house breaks; a fault that is new to the protocol is a compile error here. */
const breaks: Readonly<Record<FaultName, ComponentKind>> = {
  ZoneSensorFault: 'zone',
  ZoneSensorBattery: 'zone',
  ZoneSensorRadio: 'zone',
  ZoneDamperStuck: 'zone',
  UnitFault: 'unit',
  SplitFault: 'split',
  VrfFault: 'vrf',
  StationFault: 'station',
  IrrigationFault: 'irrigation',
  PowerDeviceSilent: 'power',
  PowerDeviceBattery: 'power',
};

/** The things of a house of the kind a fault breaks, by name. */
const thingsOf = (fault: FaultName, datagrams: Datagrams): readonly Option[] => {
  const kind = breaks[fault];
  if (kind === 'power')
    return (datagrams.power[0]?.Devices ?? []).flatMap(({ Enabled, Name }, value) =>
      Enabled === 1 ? [{ value, label: meterName(Name, value) }] : [],
    );
  return (datagrams[kind] as readonly { Index?: number; X?: number; Name?: string }[]).map(
    ({ Index, X, Name }) => ({ value: Index ?? X ?? 0, label: Name || capital(kind) }),
  );
};

/**
 * The things of a house that a fault can be in, by name: none where it has nothing of the kind. Unit 0 of a VRF system is
 * the ducted one (document 2.7), whose own fault it shows.
 */
export const breakableOf = (fault: FaultName, datagrams: Datagrams): readonly Option[] =>
  thingsOf(fault, datagrams).filter(({ value }) => breaks[fault] !== 'vrf' || value !== 0);

export const isIndex = (field: Field): boolean => factsOf(field).kind === 'index';

/** The value of a part where nothing is broken: the level that is full, no code, 0. */
const wholeOf = (field: Field): unknown => {
  const { kind, choices = {} } = factsOf(field);
  return kind === 'text' ? '' : (choices.full ?? 0);
};

/** The body that mends what a fault with a body broke. */
export const mendedBody = ({ body }: Intervention, broken: unknown): unknown => {
  const values = partsOf(body).map(([key, field]) => [
    key,
    isIndex(field) ? partIn(body, key, broken) : wholeOf(field),
  ]);
  return toWhole(body, Object.fromEntries(values));
};

/** A standing fault in words: the thing it is in, and what is wrong with it. */
export const sayFault = (
  { name, body, summary }: Intervention,
  given: unknown,
  datagrams: Datagrams,
): { readonly where: string; readonly what: string } => {
  const things = thingsOf(name as FaultName, datagrams);
  const parts = partsOf(body);
  const index = parts.find(([, field]) => isIndex(field));
  const at = index === undefined ? things[0]?.value : partIn(body, index[0], given);
  const words = parts.flatMap(([key, field]) => {
    const value = partIn(body, key, given);
    if (factsOf(field).kind === 'choice') return [`${capital(wordOf(field, value as number))}.`];
    return factsOf(field).kind === 'text' || index === undefined ? [`${value}.`] : [];
  });
  return {
    where: things.find(({ value }) => value === at)?.label ?? `${at}`,
    what: [summary, ...words].join(' '),
  };
};
