import { Thermostat } from '@matter/main/clusters/thermostat';
import { noPreset, presetNames, presetSetpoint } from '@plenum/entities';
import type { DatagramOf } from '@plenum/protocol/component';
import type { Of, Wanted } from './device.ts';

type Unit = DatagramOf<'unit'>;
const { UserDefined } = Thermostat.PresetScenario;

/** The limits of the setpoints of a thermostat, and the kinds of setpoints that it has. */
interface PresetSetpoints {
  readonly heating: boolean;
  readonly min: number;
  readonly max: number;
}

/**
 * Returns the handle of a favourite: its number in the house (1 to 9), which neither a restart nor a new name changes.
 * @see decisions/031
 */
const handleOf = (index: number): Uint8Array => Uint8Array.of(index + 1);

/** True if a house can have favourites. */
export const hasFavourites = ({ house }: Of<Unit>): boolean => house.datagrams.schedule.length > 0;

/** Returns the attributes for the favourites of a house, as presets of its unit. */
export function showPresets(of: Of<Unit>, { heating, min, max }: PresetSetpoints) {
  if (!hasFavourites(of)) return {};
  const { schedule } = of.house.datagrams;
  const names = presetNames(schedule);
  const presets = schedule.flatMap((one) => {
    const name = names.get(one.Index);
    if (name === undefined) return [];
    const setpoint = Math.min(max, Math.max(min, presetSetpoint(one, of.source, of.house.datagrams.zone)));
    return [
      {
        presetHandle: handleOf(one.Index),
        presetScenario: UserDefined,
        name,
        coolingSetpoint: setpoint,
        ...(heating && { heatingSetpoint: setpoint }),
        builtIn: false,
      },
    ];
  });
  const active = of.text('preset') ?? noPreset;
  const [index] = [...names].find(([, name]) => name === active) ?? [];
  return {
    presetTypes: [
      {
        presetScenario: UserDefined,
        numberOfPresets: schedule.length,
        presetTypeFeatures: { automatic: false, supportsNames: true },
      },
    ],
    numberOfPresets: schedule.length,
    presets,
    activePresetHandle: index === undefined ? null : handleOf(index),
  };
}

/** Returns the request for the favourite with a handle; without a handle, for no favourite, which changes nothing. */
export function requestPreset(handle: Uint8Array | null, { house }: Of<Unit>): Wanted {
  if (handle === null) return { preset: noPreset };
  const name = presetNames(house.datagrams.schedule).get(handle[0]! - 1);
  return name === undefined ? { refused: 'The house does not have that favourite.' } : { preset: name };
}
