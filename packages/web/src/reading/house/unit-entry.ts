import type { DatagramOf } from '@plenum/protocol/component';

/** The settings of a favourite for one split or fan-coil. */
export interface UnitEntry {
  readonly Index: number;
  readonly On: number;
  readonly Mode: number;
  readonly Fan: number;
  readonly Setpoint: number;
  readonly Swing: number;
}

/**
 * Returns the entries of a split or VRF favourite; on the wire, each entry is a list of six numbers (interface 2.6).
 */
export const entriesOf = (
  favourite: DatagramOf<'splitFavourite'> | DatagramOf<'vrfFavourite'>,
): readonly UnitEntry[] =>
  ('Zones' in favourite ? favourite.Zones : favourite.Units).map((entry) => {
    const [Index = 0, On = 0, Mode = 0, Fan = 0, Setpoint = 0, Swing = 0] = entry as readonly number[];
    return { Index, On, Mode, Fan, Setpoint, Swing };
  });
