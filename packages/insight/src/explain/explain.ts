import {
  type ComponentKind,
  type ComponentRef,
  type Datagrams,
  findDatagram,
} from '@plenum/protocol/component';
import type { Explanation, Extras } from './explanation.ts';
import { explainSplit, explainVrf } from './room-unit.ts';
import { explainUnit } from './unit.ts';
import { explainZone } from './zone.ts';

/** The kinds of components that can be explained. */
export const explainedKinds = ['unit', 'zone', 'split', 'vrf'] as const satisfies readonly ComponentKind[];

/** True if components of a kind can be explained. */
export const isExplained = (kind: string): kind is (typeof explainedKinds)[number] =>
  explainedKinds.some((each) => each === kind);

/** Returns the component for a reference such as `zone.3` or `unit`; undefined if it cannot be explained. */
export function readExplainedRef(typed: unknown): ComponentRef | undefined {
  if (typeof typed !== 'string') return undefined;
  const [, kind = '', index = '0'] = /^([a-z]{1,16})(?:\.([0-9]{1,3}))?$/.exec(typed) ?? [];
  return isExplained(kind) ? { kind, index: Number(index) } : undefined;
}

/**
 * Explains the current state of a component and what would change it: the chain from its setpoint to its supply air,
 * from the datagrams and the extras. Returns undefined if the component does not exist or its kind cannot be explained.
 */
export function explain(
  { kind, index }: ComponentRef,
  datagrams: Datagrams,
  extras: Extras = {},
): Explanation | undefined {
  const [unit] = datagrams.unit;
  switch (kind) {
    case 'unit':
      return unit && explainUnit(unit, datagrams.zone, extras);
    case 'zone': {
      const zone = findDatagram(datagrams, kind, index);
      return zone && unit && explainZone(zone, unit, datagrams, extras);
    }
    case 'split': {
      const split = findDatagram(datagrams, kind, index);
      return split && explainSplit(split, extras);
    }
    case 'vrf': {
      const vrf = findDatagram(datagrams, kind, index);
      return vrf && explainVrf(vrf, datagrams.vrf, extras);
    }
    default:
      return undefined;
  }
}
