import assert from 'node:assert/strict';
import { toSentence } from '@plenum/protocol/refusal';
import { readHouse } from './read.ts';

/** A valid house file with one component of every kind. */
export const smallHouse = `name: Small
systemId: '000000001'
place: { latitude: -33.8, longitude: 151.1, timeZone: Australia/Sydney }
rooms:
  - name: Lounge
    area: 20
    walls: [{ facing: N, area: 10, window: 4 }]
    neighbours: [{ room: Den, area: 9 }]
  - name: Den
    area: 12
ducted:
  unit: { cooling: 8, airflow: 400, ecoMin: 18, ecoMax: 26, mode: cool, setpoint: 22 }
  zones:
    - { name: Lounge, room: Lounge, type: auto, setpoint: 22, minAir: 10, maxAir: 90 }
    - { name: Den, room: Den, type: constant }
  favourites:
    - name: Day
      start: 06:30
      mode: heat
      fan: low
      zones: [{ mode: auto, setpoint: 21 }, { mode: open }]
splits:
  maxZones: 5
  maxFavourites: 4
  units:
    - { index: 0, name: A, room: Lounge, cooling: 3, setpoint: 22, fan: 'auto (brand set: 2)' }
    - { index: 4, name: B, room: Den, cooling: 3, brandFans: true, fan: 'brand set: 5' }
  favourites:
    - { name: Eve, units: [{ unit: 4, on: true, setpoint: 20 }] }
vrf:
  units:
    - { number: 1, name: C, room: Den, cooling: 3, setpoint: 22, swings: vertical, swing: vertical, master: true }
    - { number: 9, name: D, room: Den, cooling: 3 }
  favourites:
    - { name: Eve, units: [{ unit: 1, on: true, swing: none }] }
irrigation:
  stations: [{ name: Lawn }, { name: Beds }]
  programs: [{ name: All, starts: ['06:00'], runTimes: [5, 5] }]
power:
  devices:
    - { name: Box, channels: [{ name: All, measures: everything }] }
`;

/** Reads a house file. Returns the sentence of the refusal, or `right` if it is valid. */
export function read(text: string): string {
  const house = readHouse(text, 'small.yaml');
  return house.ok ? 'right' : toSentence(house.refusal);
}

/**
 * Replaces one passage of the valid file and reads it. Returns the sentence of the refusal, in which the passage with
 * the error replaces the position.
 */
export function readChanged(from: string, to: string): string {
  assert.ok(smallHouse.includes(from), from);
  const text = smallHouse.replace(from, to);
  const said = read(text);
  const [, line, column] = /^small\.yaml:(\d+):(\d+): /.exec(said) ?? [];
  if (line === undefined) return said;
  const words = text.split('\n')[Number(line) - 1]!.slice(Number(column) - 1);
  return said.replace(/^small\.yaml:\d+:\d+/, `<${/^.[^,}\]]*/.exec(words)![0].trimEnd()}>`);
}
