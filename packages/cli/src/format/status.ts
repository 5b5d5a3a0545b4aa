import {
  type Status,
  splitStatus,
  toLabel,
  toSentence,
  unitStatus,
  vrfStatus,
  zoneStatus,
} from '@plenum/insight/status';
import type { ComponentKind, Datagrams } from '@plenum/protocol/component';
import { toQuantity } from '@plenum/protocol/refusal';

/** The datagrams that a status is derived from. */
export type StatusDatagrams = Pick<Datagrams, 'unit' | 'zone' | 'split' | 'vrf'>;

const write = (wire: number): string => toQuantity(wire, { unit: '°C', scale: 100 });

/** Returns the statuses of the components of a kind, in order; undefined for a kind that has none. */
const statusesOf = (
  kind: ComponentKind,
  { unit: units, zone, split, vrf }: StatusDatagrams,
): readonly Status[] | undefined => {
  const [unit] = units;
  if (kind === 'unit') return units.map((each) => unitStatus(each, zone));
  if (kind === 'zone') return unit && zone.map((each) => zoneStatus(each, unit));
  if (kind === 'split') return split.map(splitStatus);
  return kind === 'vrf' ? vrf.map(vrfStatus) : undefined;
};

/** Returns the statuses of the components of a kind as short phrases; undefined for a kind that has none. */
export const toStatusLabels = (
  kind: ComponentKind,
  datagrams: StatusDatagrams,
): readonly string[] | undefined => statusesOf(kind, datagrams)?.map((status) => toLabel(status, write));

/**
 * Returns the statuses of the components of a kind as sentences with their reasons; undefined for a kind that has none.
 */
export const toStatusSentences = (
  kind: ComponentKind,
  datagrams: StatusDatagrams,
): readonly string[] | undefined => statusesOf(kind, datagrams)?.map((status) => toSentence(status, write));
