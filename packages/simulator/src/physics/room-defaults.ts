import type { Insulation, ProfileName, ThermalMass } from './types.ts';

/**
 * Envelope of a brick-veneer house of about 2005: insulated ceiling, single low-cost glazing with curtains.
 *
 * U-values W/m²K within the ranges of ASHRAE Fundamentals 2017, chapters 15 and 25 to 27.
 */
export const DEFAULT_INSULATION: Insulation = {
  wall: 0.6,
  window: 4.2,
  roof: 0.35,
  floor: 0.5,
  partition: 1.8,
  solarGain: 0.6,
  absorptance: 0.6,
};

/**
 * Defaults for a room's values that its house file omits: height m, leakage in air changes per hour, equipment W/m².
 *
 * The shade comes from eaves, and from curtains that are drawn during the day.
 */
export const DEFAULT_ROOM = {
  height: 2.5,
  shade: 0.35,
  leakageOutside: 0.5,
  leakageInside: 0.1,
  mass: 'medium' as ThermalMass,
  occupants: 1,
  presence: 'living' as ProfileName,
  equipmentPerArea: 4,
  usage: 'living' as ProfileName,
};

/** Heat capacity of structure in J/K per m² of floor (ISO 13790:2008, table 12). */
export const MASS_PER_AREA = { light: 110_000, medium: 165_000, heavy: 260_000 } as const;

/**
 * Heat capacity of furniture that follows the air in J/K per m² of floor (ISO 52016-1:2017 gives 10 000 with the air).
 */
export const FURNITURE_PER_AREA = 7000;

/**
 * Heat from air to structure in W/K per m² of all surfaces inside a room. ISO 13790:2008, clause 12.2.2, as two
 * conductances in series: 3.45 W/m²K on all surfaces, 9.1 W/m²K on 2.5 m² of mass per 4.5 m².
 */
export const SURFACE_TRANSFER = 1 / (1 / 3.45 + 1 / (9.1 * (2.5 / 4.5)));

/**
 * Heat transfer from an outside wall to the outdoor air in W/m²K (ISO 6946:2017, table 7). Converts sun on walls to
 * heat.
 */
export const OUTSIDE_TRANSFER = 25;

/** Moisture held by a room as a multiple of that in its air, because furniture and plaster absorb moisture. */
export const MOISTURE_BUFFER = 4;

/**
 * One person at rest or doing light work: heat W, vapour kg/s and CO2 m³/s (ASHRAE Fundamentals 2017, chapters 9 and
 * 18).
 */
export const PERSON = { heat: 75, moisture: 2.2e-5, co2: 5.2e-6 } as const;

/** Share of each kind of heat that reaches the air immediately. The rest warms the structure. */
export const TO_AIR = { sun: 0.35, people: 0.5, equipment: 0.6 } as const;

/**
 * Infiltration relative to its design value: a constant, a term per K of difference to outdoors, a term per m/s of
 * wind.
 *
 * The BLAST coefficients in EnergyPlus, Input Output Reference, ZoneInfiltration:DesignFlowRate; 1.0 at 3.35 m/s.
 */
export const INFILTRATION = { constant: 0.606, perDegree: 0.03636, perWind: 0.1177 } as const;
