import { type Subsystem, subsystems } from '../definition/subsystem.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { toWord } from '../dialect/word.ts';

/** The identity of a bridge, which is part of every response. */
export interface Identity {
  /** The 9-digit id from discovery (interface 4.1). */
  readonly uid: string;
  /** `ASH` on all real devices (wire facts 1). */
  readonly deviceType: string;
  /** "name version" of every module, separated by commas (wire facts 2, Type 6). */
  readonly firmware: string;
}

/**
 * Returns the members at the start of every response: the id as text or as a number (interface 2.5-2.7), then the type.
 */
export function toHead(subsystem: Subsystem, { uid, deviceType }: Identity, dialect: Dialect): string {
  const id = subsystems[subsystem].uid === 'text' ? JSON.stringify(uid) : Number(uid);
  return `"${toWord(dialect, 'keys', 'HvacDeviceUId')}":${id},"DeviceType":${JSON.stringify(deviceType)}`;
}

/** Returns the 9 digits of the id in a response. An id sent as a number lacks its leading zeros (interface 2.5). */
export const readUid = (id: unknown): string => String(id ?? '').padStart(9, '0');

/** Returns the name and version of each module from their common text (wire facts 2, Type 6). */
export const readFirmware = (modules: unknown): readonly string[] =>
  String(modules ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
