import { isRecord } from '@plenum/protocol/json';
import { type DeviceMessage, type DiscoveryStyle, deviceTopic, entityTopic, houseId } from './discovery.ts';
import { entityRows } from './entities.ts';
import type { Platform } from './entity.ts';

/**
 * Announced entities by device and component. The broker retains this list, so that missing entities can be removed
 * after a restart.
 */
export interface Announced {
  readonly style: DiscoveryStyle;
  readonly prefix: string;
  readonly devices: Readonly<Record<string, Readonly<Record<string, Platform>>>>;
}

const platforms: ReadonlySet<unknown> = new Set([
  ...entityRows.flatMap(({ entities }) => entities.map(({ platform }) => platform)),
]);

/** Returns the list of announced entities for some devices. */
export const toAnnounced = (
  devices: readonly DeviceMessage[],
  { style, prefix }: Pick<Announced, 'style' | 'prefix'>,
): Announced => ({
  style,
  prefix,
  devices: Object.fromEntries(
    devices.map(({ id, components }) => [
      id,
      Object.fromEntries(Object.entries(components).map(([one, { platform }]) => [one, platform])),
    ]),
  ),
});

const partOfTopic = /^[A-Za-z0-9_-]{1,80}$/;
const isPrefix = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,60}(\/[A-Za-z0-9_-]{1,60}){0,3}$/.test(value);

/**
 * Reads the announcements of an earlier run. Any client of the broker may have written the list, so only devices of
 * this house are removed.
 */
export function readAnnounced(text: string, uid: string): Announced | undefined {
  try {
    const { style, prefix, devices } = JSON.parse(text);
    if ((style !== 'device' && style !== 'entities') || !isPrefix(prefix) || !isRecord(devices))
      return undefined;
    const root = houseId(uid);
    const ours = Object.entries(devices)
      .filter(([id]) => partOfTopic.test(id) && (id === root || id.startsWith(`${root}_`)))
      .slice(0, 400)
      .map(([id, components]) => {
        const known = Object.entries(isRecord(components) ? components : {})
          .filter(([one, platform]) => partOfTopic.test(one) && platforms.has(platform))
          .slice(0, 200);
        return [id, Object.fromEntries(known)] as [string, Record<string, Platform>];
      });
    return { style, prefix, devices: Object.fromEntries(ours) };
  } catch {
    return undefined;
  }
}

/** Returns the topics of announcements. */
export const topicsOfAnnounced = ({ style, prefix, devices }: Announced): readonly string[] =>
  Object.entries(devices).flatMap(([id, components]) =>
    style === 'device'
      ? [deviceTopic(prefix, id)]
      : Object.entries(components).map(([one, platform]) => entityTopic(prefix, platform, id, one)),
  );
