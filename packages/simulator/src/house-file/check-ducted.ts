import { kinds } from '@plenum/protocol/component';
import { type Enumeration, enumerations } from '@plenum/protocol/field';
import { refuse } from '@plenum/protocol/refusal';
import { abilitiesOf, labelsOf } from '../ducted/abilities.ts';
import { modesOfZone, OWN_SETPOINT } from '../ducted/zone-modes.ts';
import type { DuctedFile, HouseFile } from '../house-schema/house.ts';
import { typeOf } from '../zone/create.ts';
import { findHeatPumpProblems } from './check-heat-pump.ts';
import { cannotBe, noSuchRoom, notOnWire, type Path, type Problems } from './problem.ts';

const { sysFan, sysMode, zoneMode } = enumerations;
const zoneFields = kinds.zone.fields.properties;

type ZoneFile = DuctedFile['zones'][number];
type Label = string | undefined;

/** Yields a problem for each label of a feature that the equipment does not have. */
function* notAmong(
  path: Path,
  label: Label,
  of: Enumeration,
  values: readonly number[],
  what: string,
): Problems {
  if (label === undefined || values.includes(of.values[label]!)) return;
  yield* cannotBe(path, label, what, `it is one of ${labelsOf(of, values).join(', ')}`);
}

function* findUnitProblems(house: HouseFile, { unit, zones }: DuctedFile): Problems {
  const at = (key: keyof typeof unit): Path => ['ducted', 'unit', key];
  const { modes, fans } = abilitiesOf(house);
  for (const key of ['modes', 'fans'] as const)
    for (const [place, label] of (unit[key] ?? []).entries())
      if (label === 'not available')
        yield* cannotBe([...at(key), place], label, 'an ability of the unit', 'leave it out');
  if (modes.length === 0)
    yield* cannotBe(at('modes'), unit.modes, 'all modes of the unit', 'exhaust is disabled');
  yield* notAmong(at('mode'), unit.mode, sysMode, modes, 'the mode of this unit');
  yield* notAmong(at('fan'), unit.fan, sysFan, fans, 'the fan of this unit');
  const { ecoMin, ecoMax, controlZone, masterZone } = unit;
  if (ecoMin !== undefined && ecoMax !== undefined && ecoMin > ecoMax)
    yield* cannotBe(at('ecoMin'), ecoMin, 'the lowest setpoint', `the highest is ${ecoMax} °C`);
  const count = `zones are 0 to ${zones.length - 1}`;
  if (controlZone !== undefined && controlZone !== OWN_SETPOINT && controlZone >= zones.length)
    yield* cannotBe(at('controlZone'), controlZone, 'the zone that controls the unit', count);
  if (controlZone !== undefined && controlZone !== OWN_SETPOINT && unit.returnAir === 'return air')
    yield* cannotBe(at('controlZone'), controlZone, 'the control zone', 'the return air controls the unit');
  if (masterZone !== undefined && masterZone >= zones.length)
    yield* cannotBe(at('masterZone'), masterZone, 'the master zone', count);
  yield* findHeatPumpProblems(['ducted', 'unit'], 'ducted', unit);
  if (unit.control !== 'zones') return;
  for (const key of ['HvacOnOff', 'HvacMode', 'HvacFan', 'HvacSetpoint'] as const)
    if (unit.settings?.[key] === 1)
      yield* cannotBe([...at('settings'), key], 1, 'set here', 'the system controls zones only');
}

/** Yields a problem if a lower limit is above its upper one. */
function* crossed(path: Path, min: number, max: number): Problems {
  if (min > max)
    yield refuse('min-above-max', { path: path.map(String), input: min, facts: { min, max } }).refusal;
}

function* findZoneProblems(house: HouseFile, zone: ZoneFile, place: number): Problems {
  const at = (key: keyof ZoneFile): Path => ['ducted', 'zones', place, key];
  yield* noSuchRoom(house, at('room'), zone.room);
  yield* notAmong(at('mode'), zone.mode, zoneMode, modesOfZone(typeOf(zone)), 'the mode of this zone');
  yield* notOnWire(at('setpoint'), zone.setpoint, zoneFields.Setpoint);
  const { minAir = 0, maxAir = 100 } = zone;
  yield* crossed(at('minAir'), minAir, maxAir);
  const { BalanceMin = 0, BalanceMax = 100 } = zone.settings ?? {};
  yield* crossed([...at('settings'), 'BalanceMin'], BalanceMin, BalanceMax);
}

type Favourite = NonNullable<DuctedFile['favourites']>[number];

function* findFavouriteProblems(
  house: HouseFile,
  { zones }: DuctedFile,
  one: Favourite,
  place: number,
): Problems {
  const at = (...rest: Path): Path => ['ducted', 'favourites', place, ...rest];
  const { modes, fans } = abilitiesOf(house);
  yield* notAmong(at('mode'), one.mode, sysMode, modes, 'the mode of this unit');
  yield* notAmong(at('fan'), one.fan, sysFan, fans, 'the fan of this unit');
  const listed = one.zones ?? [];
  if (listed.length !== zones.length) {
    const why = `a favourite sets every zone, and this house has ${zones.length}`;
    yield* cannotBe(at('zones'), listed.length, 'the number of zones', why);
    return;
  }
  for (const [number, zone] of zones.entries()) {
    const { mode, setpoint } = listed[number]!;
    const path = at('zones', number, 'mode');
    yield* notAmong(path, mode, zoneMode, modesOfZone(typeOf(zone)), `the mode of zone ${number}`);
    yield* notOnWire(at('zones', number, 'setpoint'), setpoint, zoneFields.Setpoint);
  }
}

/** Yields the problems of the ducted air conditioner of a house. */
export function* findDuctedProblems(house: HouseFile): Problems {
  const { ducted } = house;
  if (ducted === undefined) return;
  yield* findUnitProblems(house, ducted);
  for (const [place, zone] of ducted.zones.entries()) yield* findZoneProblems(house, zone, place);
  for (const [place, favourite] of (ducted.favourites ?? []).entries())
    yield* findFavouriteProblems(house, ducted, favourite, place);
}
