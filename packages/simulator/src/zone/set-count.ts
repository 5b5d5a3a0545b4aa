import type { Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { refuse } from '@plenum/protocol/refusal';
import { OWN_SETPOINT } from '../ducted/zone-modes.ts';
import { type Draft, patch } from '../model/draft.ts';
import { modelWithZones } from '../model/house-model.ts';
import type { RuleContext, RuleRefusal } from '../model/rule.ts';
import { createZones } from './create.ts';

const { master } = enumerations.returnAirSensor.values;

/** Removes the unit's references to zones with index `count` or above. */
const forgetZones = (draft: Draft, count: number): void => {
  const { CtrlZone, NoOfConst } = draft.datagrams.unit[0]!;
  patch(draft, 'unit', 0, {
    NoOfConst: Math.min(NoOfConst, count),
    ...(CtrlZone !== OWN_SETPOINT && CtrlZone >= count && { CtrlZone: OWN_SETPOINT }),
  });
  if (draft.plant.unit!.pairing >= count) draft.plant.unit!.pairing = -1;
};

/** Adds the current state of the added zones to favourites. */
const showInFavourites = (draft: Draft, added: Datagrams['zone']): void => {
  for (const [place, { Zones }] of draft.datagrams.schedule.entries()) {
    const entries = [...Zones];
    for (const { Index, Mode, Setpoint } of added) entries[Index] = { Mode, Setpoint };
    patch(draft, 'schedule', place, { Zones: entries });
  }
};

/** Adds zones or removes the last ones. Their rooms follow from `houseWithZones`. */
export function setZoneCount(draft: Draft, count: number, { model }: RuleContext): RuleRefusal | undefined {
  const { RAS, MasterZoneNo } = draft.datagrams.unit[0]!;
  if (RAS === master && MasterZoneNo >= count)
    return refuse('not-available', {
      path: ['NoOfZones'],
      input: count,
      facts: { what: 'setting', name: 'NoOfZones', value: count, reason: 'master-zone', zone: MasterZoneNo },
    });
  const { datagrams, plant } = draft;
  const { house: changed, thermal } = modelWithZones(model, count);
  const climate = thermal.resize(plant.climate);
  plant.climate = climate;
  plant.knobs.openWindows = plant.knobs.openWindows.filter((room) => room < changed.rooms.length);
  const made = createZones(changed, climate);
  const kept = datagrams.zone.length;
  datagrams.zone.splice(count);
  plant.zones.splice(count);
  datagrams.zone.push(...made.datagrams.zone.slice(kept));
  plant.zones.push(...made.plant.zones.slice(kept));
  showInFavourites(draft, made.datagrams.zone.slice(kept));
  forgetZones(draft, count);
  return undefined;
}
