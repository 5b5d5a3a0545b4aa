import type { WindowName } from './construction/library.ts';
import type { ProfileName, ThermalMass } from './types.ts';

/**
 * Defaults for a room's values that its house file omits: height m, leakage in air changes per hour, furniture
 * that follows the air in kJ/K per m² of floor (ISO 52016-1:2017 gives 10 with the air), share of the heat of equipment
 * that warms the air (ASHRAE Fundamentals 2017, chapter 18), equipment W/m².
 *
 * The shade comes from eaves, and from curtains that are drawn during the day.
 */
export const DEFAULT_ROOM = {
  height: 2.5,
  shade: 0.35,
  leakageOutside: 0.5,
  leakageInside: 0.1,
  mass: 'medium' as ThermalMass,
  window: 'single' as WindowName,
  furniture: 7,
  convective: 0.6,
  occupants: 1,
  presence: 'living' as ProfileName,
  equipmentPerArea: 4,
  usage: 'living' as ProfileName,
};

/** Share of the sun that surfaces absorb, and their infrared emissivity (ASHRAE Fundamentals 2017, chapter 14). */
export const DEFAULT_SURFACE = { absorptance: 0.6, emissivity: 0.9 } as const;

/** Moisture held by a room as a multiple of that in its air, because furniture and plaster absorb moisture. */
export const MOISTURE_BUFFER = 4;

/**
 * One person at rest or doing light work: heat W, vapour kg/s and CO2 m³/s (ASHRAE Fundamentals 2017, chapters 9 and
 * 18). Separate numbers, because V8 reads members of a constant object slowly if another object begins with a member
 * of the same name.
 */
export const PERSON_HEAT = 75;
export const PERSON_MOISTURE = 2.2e-5;
export const PERSON_CO2 = 5.2e-6;

/** Share of the heat of people that warms the air. The rest warms the surfaces of the room. */
export const PEOPLE_TO_AIR = 0.5;

/**
 * Infiltration relative to its design value: a constant, a term per K of difference to outdoors, a term per m/s of
 * wind.
 *
 * The BLAST coefficients in EnergyPlus, Input Output Reference, ZoneInfiltration:DesignFlowRate; 1.0 at 3.35 m/s.
 */
export const INFILTRATION = { constant: 0.606, perDegree: 0.03636, perWind: 0.1177 } as const;
