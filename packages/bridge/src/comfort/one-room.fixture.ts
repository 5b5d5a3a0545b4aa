import type { Estimate } from '@plenum/insight/estimate';
import { type Datagrams, initialDatagram } from '@plenum/protocol/component';
import { advanceComfort, type ComfortInput, type ComfortState, noComfort } from './advance-comfort.ts';
import type { HouseFit } from './learn/fit-house.ts';
import type { StartSettings } from './plan-start.ts';

export const minute = 60_000;
/** The beginning of the favourite in these tests, in ms UTC. */
export const seven = Date.UTC(2025, 5, 16, 7);

const exactly = (value: number): Estimate => ({ value, low: value, high: value, count: 6 });

/** A house of which everything is known: its room gains 6 K/h at full power and does not drift. */
export const known: HouseFit = {
  units: [{ way: 'heat', supply: 1_000, sharing: 0, outdoor: 0 }],
  rooms: [
    {
      room: 0,
      way: 'heat',
      rate: exactly(6),
      usual: { outdoor: 5, inside: 18, sharing: 1 },
      dead: exactly(180),
      from: 0,
      to: 1,
    },
  ],
  drifts: [{ room: 0, drift: exactly(0) }],
  holds: [{ room: 0, seconds: 1_200 }],
  timeConstant: undefined,
};

export const on: StartSettings = { isOn: true, roomsOff: [], notBefore: undefined, mayEndRunning: false };

interface House {
  readonly temperature?: number;
  readonly isOn?: boolean;
  readonly setpoint?: number;
}

/** Returns the datagrams of a house with one zone and a favourite that heats it to 21 °C. */
export function houseWith({ temperature = 17, isOn = false, setpoint = 2_200 }: House = {}): Datagrams {
  const zone = {
    ...initialDatagram('zone'),
    Index: 0,
    Mode: 3,
    Setpoint: setpoint,
    SensType: 3,
    MaxAir: 100,
    BalanceMax: 100,
  };
  const favourite = {
    ...initialDatagram('schedule'),
    Index: 0,
    Name: 'Morning',
    Mode: 2,
    Zones: [{ Mode: 3, Setpoint: 2_100 }],
  };
  return {
    unit: [{ ...initialDatagram('unit'), SysOn: isOn ? 1 : 0, SysMode: 2 }],
    zone: [{ ...zone, Temp: temperature * 100 }],
    schedule: [favourite],
    brandStatus: [],
  } as unknown as Datagrams;
}

/** Returns the input at a number of minutes before seven. */
export const inputAt = (before: number, change: Partial<ComfortInput> & House = {}): ComfortInput => ({
  at: seven - before * minute,
  datagrams: houseWith(change),
  outdoor: 5,
  fit: known,
  settings: on,
  runs: [{ favourite: 0, start: seven, stop: seven + 120 * minute }],
  minuteOf: (at) => Math.floor(at / minute) % 1440,
  ...change,
});

/** Advances each minute from a number of minutes before seven until a command is sent or seven has come. */
export function runUntilSeven(
  from: number,
  change: (before: number) => Partial<ComfortInput> & House = () => ({}),
  state: ComfortState = noComfort,
): {
  readonly sentAt: number | undefined;
  readonly command: object | undefined;
  readonly state: ComfortState;
} {
  let current = state;
  for (let before = from; before > 0; before--) {
    const step = advanceComfort(current, inputAt(before, change(before)));
    current = step.state;
    if (step.command !== undefined) return { sentAt: before, command: step.command, state: current };
  }
  return { sentAt: undefined, command: undefined, state: current };
}
