import assert from 'node:assert/strict';
import { type AnyCommand, checkCommand } from '@plenum/protocol/command';
import { toSentence } from '@plenum/protocol/refusal';
import { readHouse } from '../house-file/read.ts';
import type { HouseOverride } from '../override/rules.ts';
import { createSimulator } from '../simulator.ts';

/** House file with one of each kind of lighting device. */
export const litHouseFile = `name: Lit
systemId: '000000001'
step: 30
place: { latitude: -33.8, longitude: 151.1, timeZone: Australia/Sydney }
rooms:
  - name: Lounge
    area: 20
    occupants: 4
    presence: living
    equipment: 0
    walls: [{ facing: N, area: 12, window: 8 }]
  - { name: Garage, area: 30, presence: never, equipment: 0 }
ducted:
  unit: { cooling: 8, airflow: 400, mode: cool, setpoint: 22 }
  zones:
    - { name: Lounge, room: Lounge, type: auto, setpoint: 22 }
lighting:
  pages: [Ground floor]
  lamps:
    - { name: Ceiling, room: Lounge, power: 20, group: 1, comesOn: true, emptyFor: 10 }
    - { name: Shelf, room: Lounge, power: 10, group: 1 }
    - { name: Dimmer, room: Lounge, type: dimmer module, power: 60 }
    - { name: Fan, room: Lounge, type: outlet, power: 50 }
    - { name: Garage door, room: Garage, type: outlet as garage door }
    - { name: Blind, room: Lounge, type: roller blind, shades: 0.9 }
    - { name: Heater, room: Garage, type: relay as heating controller, power: 1500, setpoint: 22 }
    - { name: Wall dimmer, room: Lounge, type: dimmer with wall switch }
    - { name: Relay, room: Lounge, type: voltage-free relay }
  switches:
    - { buttons: [{ does: lamp group, no: 1 }, { does: all off }, { does: AC on/off }], room: Lounge }
    - { buttons: [{ does: AC zone, no: 0 }, { does: all on }], room: Lounge }
  favourites:
    - name: Evening
      enabled: true
      on: '18:00'
      off: '22:30'
      settings:
        - { lamp: 0, on: true, brightness: 40, white: 80 }
        - { lamp: 1, on: true, colour: [255, 0, 0] }
        - { lamp: 4, on: true }
        - { lamp: 5, on: false }
power:
  devices:
    - { name: Box, channels: [{ name: Lights, measures: lights }] }
`;

/** Numbers of the devices of the house. */
export const lamps = {
  ceiling: 0,
  shelf: 1,
  dimmer: 2,
  fan: 3,
  door: 4,
  blind: 5,
  heater: 6,
  wallDimmer: 7,
  relay: 8,
} as const;

const start = Date.parse('2026-01-14T10:00:00+11:00');

/** Creates a running lit house that accepts commands in wire format at any time. */
export function createLitHouse(at = start) {
  const read = readHouse(litHouseFile, 'lit.yaml');
  assert.ok(read.ok, read.ok ? '' : toSentence(read.refusal));
  const simulator = createSimulator(read.value);
  let state = simulator.initial(at);
  let now = state.at;
  return {
    simulator,
    now: () => now,
    state: () => state,
    shown: () => state.datagrams,
    lamp: (no: number) => state.datagrams.lamp[no]!,
    plant: () => state.plant.lighting!,
    air: (room: number) => state.plant.climate.air[room]!,
    /** Lets some seconds pass. */
    pass: (seconds: number) => {
      now += seconds * 1000;
      state = simulator.advance(state, now);
    },
    command: (body: Record<string, unknown>): string => {
      const checked = checkCommand(body);
      if (!checked.ok) return toSentence(checked.refusal);
      const applied = simulator.apply(state, checked.value as AnyCommand, now);
      if (!applied.ok) return toSentence(applied.refusal);
      state = applied.value;
      return 'OK';
    },
    override: (override: HouseOverride): string => {
      const applied = simulator.applyOverride(state, override, now);
      if (!applied.ok) return toSentence(applied.refusal);
      state = applied.value;
      return 'OK';
    },
  };
}
