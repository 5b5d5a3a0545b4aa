import type { ComponentKind } from '../component/kinds.ts';
import type { Subsystem } from '../definition/subsystem.ts';

type Members = Readonly<Record<string, Part>>;

/**
 * One part of a response, as data: the source of its value. `fields` selects some fields of the datagram, `and` adds
 * members after them, and `noun` is the reader's word for a missing component.
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
 * The division of a datagram that is too large for one response. `list` is the field divided into portions of these
 * `sizes`, `number` the member with the number of the portion, counted from 1. The first portion also has the other
 * fields.
 */
export interface Portions {
  readonly list: string;
  readonly number: string;
  readonly sizes: readonly number[];
}

/** One query: the Type that a client sends, and the shape of the response (interface 4.2; wire facts 2, 3). */
export interface Query {
  readonly subsystem: Subsystem;
  readonly type: number;
  readonly summary: string;
  readonly section: string;
  readonly answer: Members;
  readonly gap?: string;
}

/**
 * The only datagram of a kind. It has a `noun` if it may be missing although the rest of its subsystem is installed.
 */
export const one = (
  kind: ComponentKind,
  more: { noun?: string; fields?: readonly string[]; and?: Members } = {},
): Part => ({ from: 'one', kind, ...more });

/** The datagram of a kind that is selected by the query's `No`. */
export const nth = (kind: ComponentKind, noun: string, count: number): Part => ({
  from: 'nth',
  kind,
  noun,
  count,
});

/** One portion of a kind's datagram: `No` selects the datagram, `No1` the portion. */
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
