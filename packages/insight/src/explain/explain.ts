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

/** The kinds whose components are explained. */
export const explainedKinds = ['unit', 'zone', 'split', 'vrf'] as const satisfies readonly ComponentKind[];

/** Whether components of a kind are explained. */
export const isExplained = (kind: string): kind is (typeof explainedKinds)[number] =>
  explainedKinds.some((each) => each === kind);

/** The component that a request names, `zone.3` or `unit`; undefined where it names none that is explained. */
export const readExplainedRef = (typed: unknown): ComponentRef | undefined => {
  if (typeof typed !== 'string') return undefined;
  const [, kind = '', index = '0'] = /^([a-z]{1,16})(?:\.([0-9]{1,3}))?$/.exec(typed) ?? [];
  return isExplained(kind) ? { kind, index: Number(index) } : undefined;
};

/**
 * Why a component is as it is and what would change it: the chain from its setpoint to the air that it gets, by the
 * datagrams and what else is known. Undefined where there is no such component, or nothing to explain of its kind.
 */
export const explain = (
  { kind, index }: ComponentRef,
  datagrams: Datagrams,
  extras: Extras = {},
): Explanation | undefined => {
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
};
