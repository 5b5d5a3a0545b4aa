import type { ComponentKind } from '../component/kinds.ts';
import type { Subsystem } from '../definition/subsystem.ts';

type Members = Readonly<Record<string, Part>>;

/**
 * One part of an answer, as data: where its value comes from. `fields` picks some fields of the datagram,
 * `and` adds members behind them, `noun` is what a reader calls what is not there.
 */
export type Part =
  | {
      readonly from: 'one';
      readonly kind: ComponentKind;
      readonly noun?: string;
      readonly fields?: readonly string[];
      readonly and?: Members;
    }
  | { readonly from: 'nth'; readonly kind: ComponentKind; readonly noun: string; readonly count: number }
  | {
      readonly from: 'portion';
      readonly kind: ComponentKind;
      readonly noun: string;
      readonly count: number;
      readonly of: Portions;
    }
  | { readonly from: 'all'; readonly kind: ComponentKind; readonly fields?: readonly string[] }
  | { readonly from: 'firmware' }
  | { readonly from: 'object'; readonly members: Members };

/**
 * How a datagram that is too large for one answer is cut: `list` is the field that is divided into portions of these `sizes`,
 * `number` the member with the number of the portion, counted from 1. The first portion has the other fields too.
 */
export interface Portions {
  readonly list: string;
  readonly number: string;
  readonly sizes: readonly number[];
}

/** One query: the Type that a client sends and the shape of the answer (interface 4.2; wire facts 2, 3). */
export interface Query {
  readonly subsystem: Subsystem;
  readonly type: number;
  readonly summary: string;
  readonly section: string;
  readonly answer: Members;
  readonly gap?: string;
}

/** The only datagram of a kind; its `noun` where a device may do without it while the rest of its subsystem is there. */
export const one = (
  kind: ComponentKind,
  more: { noun?: string; fields?: readonly string[]; and?: Members } = {},
): Part => ({ from: 'one', kind, ...more });

/** The datagram of a kind that the `No` of the query names. */
export const nth = (kind: ComponentKind, noun: string, count: number): Part => ({
  from: 'nth',
  kind,
  noun,
  count,
});

/** One portion of the datagram of a kind: `No` names the datagram, `No1` the portion. */
export const portion = (kind: ComponentKind, noun: string, count: number, of: Portions): Part => ({
  from: 'portion',
  kind,
  noun,
  count,
  of,
});

/** An array of all datagrams of a kind. */
export const all = (kind: ComponentKind, fields?: readonly string[]): Part => ({
  from: 'all',
  kind,
  ...(fields && { fields }),
});

/** An object whose members are parts. */
export const object = (members: Members): Part => ({ from: 'object', members });

/** The list of modules and their versions. */
export const firmware: Part = { from: 'firmware' };
