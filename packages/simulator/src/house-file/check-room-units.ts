import { kinds } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { allowsSwing } from '@plenum/protocol/vrf';
import { toValue } from '../house-schema/fields.ts';
import type { HouseFile, SplitsFile, VrfFile } from '../house-schema/house.ts';
import { swingsOf } from '../vrf/swings.ts';
import { findHeatPumpProblems } from './check-heat-pump.ts';
import { cannotBe, noSuchRoom, notOnWire, type Path, type Problems, repeated } from './problem.ts';

const splitFields = kinds.split.fields.properties;
const vrfFields = kinds.vrf.fields.properties;

/** The last fan speed of the plain set. Only the brand set has more (interface 2.1, SysFan_e of splits). */
const lastPlainFan = enumerations.splitFan.values['auto (brand set: 2)'];

type Split = SplitsFile['units'][number];
type Fan = Split['fan'];
type Vrf = VrfFile['units'][number];

/** Yields a problem for each unit of a favourite that is not installed, or that is listed twice. */
function* findEntryProblems(
  path: Path,
  units: readonly { readonly unit: number }[],
  installed: readonly number[],
): Problems {
  const at = (place: number): Path => [...path, place, 'unit'];
  for (const [place, { unit }] of units.entries())
    if (!installed.includes(unit))
      yield* cannotBe(at(place), unit, 'a unit of this favourite', `units are ${installed.join(', ')}`);
  const named = units.map(({ unit }) => unit);
  yield* repeated(named, at, 'a unit of this favourite');
}

function* findFanProblems(path: Path, fan: Fan, { brandFans }: Split): Problems {
  if (fan === undefined || brandFans || toValue(enumerations.splitFan, fan) <= lastPlainFan) return;
  yield* cannotBe(path, fan, 'the fan of this split', 'it does not have brandFans');
}

function* findSplitFavouriteProblems({ units, favourites = [] }: SplitsFile): Problems {
  const installed = units.map(({ index }) => index);
  for (const [place, favourite] of favourites.entries()) {
    const path = ['splits', 'favourites', place, 'units'];
    const entries = favourite.units ?? [];
    yield* findEntryProblems(path, entries, installed);
    for (const [number, { unit, fan, setpoint }] of entries.entries()) {
      yield* notOnWire([...path, number, 'setpoint'], setpoint, splitFields.Setpoint);
      yield* findFanProblems([...path, number, 'fan'], fan, units.find(({ index }) => index === unit)!);
    }
  }
}

/** Yields the problems of the wall splits of a house. */
export function* findSplitProblems(house: HouseFile): Problems {
  const { splits } = house;
  if (splits === undefined) return;
  const { units, maxZones = 14, maxFavourites = 9, favourites = [] } = splits;
  if (maxZones !== 5 && maxZones !== 14)
    yield* cannotBe(['splits', 'maxZones'], maxZones, 'the number of units', 'systems have 5 or 14');
  if (maxFavourites !== 4 && maxFavourites !== 9) {
    const why = 'systems have 4 or 9';
    yield* cannotBe(['splits', 'maxFavourites'], maxFavourites, 'the number of favourites', why);
  }
  if (favourites.length > maxFavourites) {
    const why = `this system has at most ${maxFavourites}`;
    yield* cannotBe(['splits', 'favourites'], favourites.length, 'the number of favourites', why);
  }
  for (const [place, unit] of units.entries()) {
    const at = (key: keyof Split): Path => ['splits', 'units', place, key];
    if (unit.index >= maxZones)
      yield* cannotBe(at('index'), unit.index, 'a unit index', `this system has at most ${maxZones} units`);
    yield* noSuchRoom(house, at('room'), unit.room);
    yield* notOnWire(at('setpoint'), unit.setpoint, splitFields.Setpoint);
    yield* findFanProblems(at('fan'), unit.fan, unit);
    yield* findHeatPumpProblems(['splits', 'units', place], 'split', unit);
  }
  const indices = units.map(({ index }) => index);
  yield* repeated(indices, (place) => ['splits', 'units', place, 'index'], 'a unit index');
  yield* findSplitFavouriteProblems(splits);
}

function* findSwingProblems(path: Path, swing: Vrf['swing'], { swings = 'none' }: Vrf): Problems {
  const allowed = toValue(enumerations.swing, swings);
  if (swing === undefined || allowsSwing(allowed, toValue(enumerations.swing, swing))) return;
  yield* cannotBe(path, swing, 'the swing of this unit', `it allows ${swingsOf(allowed).join(', ')}`);
}

function* findVrfFavouriteProblems({ units, favourites = [] }: VrfFile): Problems {
  const installed = units.map(({ number }) => number);
  for (const [place, favourite] of favourites.entries()) {
    const path = ['vrf', 'favourites', place, 'units'];
    const entries = favourite.units ?? [];
    yield* findEntryProblems(path, entries, installed);
    for (const [at, { unit, swing, setpoint }] of entries.entries()) {
      yield* notOnWire([...path, at, 'setpoint'], setpoint, vrfFields.Sp);
      yield* findSwingProblems([...path, at, 'swing'], swing, units.find(({ number }) => number === unit)!);
    }
  }
}

/** Yields the problems of the VRF system of a house. */
export function* findVrfProblems(house: HouseFile): Problems {
  const { vrf } = house;
  if (vrf === undefined) return;
  for (const [place, unit] of vrf.units.entries()) {
    const at = (key: keyof Vrf): Path => ['vrf', 'units', place, key];
    yield* noSuchRoom(house, at('room'), unit.room);
    yield* notOnWire(at('setpoint'), unit.setpoint, vrfFields.Sp);
    yield* findSwingProblems(at('swing'), unit.swing, unit);
    yield* findHeatPumpProblems(['vrf', 'units', place], 'vrf', unit);
    if (unit.master && vrf.units.findIndex(({ master }) => master) < place)
      yield* cannotBe(at('master'), true, 'a second master', 'a system has one');
  }
  const numbers = vrf.units.map(({ number }) => number);
  yield* repeated(numbers, (place) => ['vrf', 'units', place, 'number'], 'a unit number');
  yield* findVrfFavouriteProblems(vrf);
}
