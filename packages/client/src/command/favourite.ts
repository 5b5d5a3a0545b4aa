import type { Effect } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import { unitSettingsOf } from '@plenum/protocol/unit';
import type { KnownComponent } from './known-state.ts';

/** A device may omit any field. */
type Known<K extends 'schedule' | 'unit' | 'zone'> = Partial<DatagramOf<K>>;

const constantZone = 2;
const automaticZone = 3;
const automaticMode = 3;

const toFields = (values: object): Effect['fields'] =>
  Object.entries(values)
    .filter(([, value]) => typeof value === 'number')
    .map(([key, value]) => ({ path: [key], value }));

/**
 * Returns the effects of starting a favourite on the unit and the zones, as far as its settings are known. A constant
 * zone keeps its state, and a zone that only opens and closes cannot become automatic.
 */
export function effectsOfFavourite(
  place: number,
  find: (kind: string, index: number) => KnownComponent | undefined,
): readonly Effect[] {
  const favourite = find('schedule', place)?.datagram as Known<'schedule'> | undefined;
  const unit = find('unit', 0)?.datagram as Known<'unit'> | undefined;
  if (!Array.isArray(favourite?.Zones) || unit === undefined) return [];
  const zones = favourite.Zones.map((settings, index): Effect => {
    const { ZoneType } = (find('zone', index)?.datagram ?? {}) as Known<'zone'>;
    const canHave =
      ZoneType !== undefined &&
      ZoneType !== constantZone &&
      (ZoneType === automaticZone || settings?.Mode !== automaticMode);
    return { kind: 'zone', index, fields: canHave ? toFields(settings ?? {}) : [] };
  });
  const ofUnit = unitSettingsOf(favourite as DatagramOf<'schedule'>, unit as DatagramOf<'unit'>);
  return [{ kind: 'unit', index: 0, fields: toFields(ofUnit) } as const, ...zones].filter(
    ({ fields }) => fields.length > 0,
  );
}
