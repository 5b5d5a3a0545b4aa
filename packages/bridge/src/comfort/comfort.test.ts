import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialDatagram } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { advanceComfort, noComfort } from './advance-comfort.ts';
import { favouriteRuns } from './favourite-runs.ts';
import { nothingKnown } from './learn/fit-house.ts';
import { houseWith, inputAt, known, minute, on, runUntilSeven, seven } from './one-room.fixture.ts';
import { type Arrival, powerOfStarts } from './similar-starts.ts';

const reasonOf = (change: Parameters<typeof inputAt>[1], state = noComfort, before = 60) =>
  advanceComfort(state, inputAt(before, change)).plan?.reason;

describe('starting a favourite early', () => {
  it('starts the favourite so that its rooms arrive when it begins', () => {
    // From 17 to 20.5 °C at 6 K/h it takes 35 minutes at full power, and longer because the unit throttles.
    const { sentAt, command } = runUntilSeven(180);
    assert.deepEqual(command, { name: 'FavouriteSet', body: 1 });
    assert.ok(sentAt! > 40 && sentAt! < 75, `${sentAt}`);
    assert.ok(runUntilSeven(180, () => ({ temperature: 19 })).sentAt! < sentAt!);
  });

  it('starts at most three hours early', () => {
    const slow = {
      ...known,
      rooms: known.rooms.map((room) => ({ ...room, rate: { ...room.rate, value: 0.5 } })),
    };
    assert.equal(runUntilSeven(300, () => ({ fit: slow })).sentAt, 180);
  });

  it('names the room that is farthest from its setpoint, in any order of the zones', () => {
    const house = houseWith();
    const [zone] = house.zone;
    const [favourite] = house.schedule;
    const roomOf = (temperatures: readonly number[]) => {
      const datagrams = {
        ...house,
        zone: temperatures.map((Temp, Index) => ({ ...zone!, Index, Temp })),
        schedule: [{ ...favourite!, Zones: temperatures.map(() => favourite!.Zones[0]!) }],
      };
      const { plan } = advanceComfort(noComfort, { ...inputAt(60), datagrams });
      return [plan?.room, plan?.setpoint];
    };
    assert.deepEqual(roomOf([1_900, 1_700, 1_800]), [1, 21]);
    assert.deepEqual(roomOf([1_700, 1_900]), [0, 21]);
  });

  it('sends nothing while it is switched off, for the house or for all its rooms', () => {
    assert.equal(runUntilSeven(180, () => ({ settings: { ...on, isOn: false } })).sentAt, undefined);
    assert.equal(runUntilSeven(180, () => ({ settings: { ...on, roomsOff: [0] } })).sentAt, undefined);
    assert.equal(reasonOf({ settings: { ...on, roomsOff: [0] } }), 'rooms-off');
  });

  it('waits until the end of the quiet hours', () => {
    const settings = { ...on, notBefore: 6 * 60 + 40 };
    assert.equal(runUntilSeven(180, () => ({ settings })).sentAt, 20);
    assert.equal(reasonOf({ settings: { ...on, notBefore: 8 * 60 } }), 'quiet');
  });

  it('does not end a running favourite unless the owner allows it', () => {
    const runs = [
      { favourite: 0, start: seven - 300 * minute, stop: seven - 15 * minute },
      { favourite: 0, start: seven, stop: seven + 60 * minute },
    ];
    assert.equal(runUntilSeven(180, () => ({ runs, isOn: true })).sentAt, 15);
    const settings = { ...on, mayEndRunning: true };
    assert.ok(runUntilSeven(180, () => ({ runs, isOn: true, settings })).sentAt! > 40);
  });

  it('leaves the house alone after a person changed something in the last three hours', () => {
    const changed = (before: number) => ({ setpoint: before > 120 ? 2_200 : 1_900 });
    const { sentAt, state } = runUntilSeven(180, changed);
    assert.equal(sentAt, undefined);
    assert.equal(state.handAt, seven - 120 * minute);
    assert.equal(reasonOf({ setpoint: 1_900 }, state), 'by-hand');
  });

  it('does not start again after a person switched the unit off', () => {
    const { state, sentAt } = runUntilSeven(180);
    const later = advanceComfort(state, inputAt(sentAt! - 1, { isOn: true })).state;
    assert.equal(later.handAt, 0);
    assert.equal(runUntilSeven(sentAt! - 10, () => ({ isOn: false }), later).sentAt, undefined);
  });

  it('gives the reason if a room, the outdoor temperature or a need is missing', () => {
    assert.equal(reasonOf({ fit: nothingKnown }), 'not-known');
    assert.equal(reasonOf({ outdoor: undefined }), 'no-outdoor');
    assert.equal(reasonOf({ temperature: 20.8 }), 'no-need');
    const later = { ...noComfort, later: [{ favourite: 0, until: seven + 1 }] };
    assert.equal(reasonOf({}, later), 'later');
  });

  it('notes when the slowest room arrived, or that it did not before the unit was switched off', () => {
    const first = runUntilSeven(180);
    const arrived = advanceComfort(first.state, inputAt(0, { isOn: true, temperature: 20.6 })).state;
    assert.equal(arrived.arrivals[0]!.arrivedAt, seven);
    const isOff = (at: number, before = first.state) =>
      advanceComfort(before, inputAt(at)).state.arrivals[0]!;
    assert.equal(isOff(first.sentAt! - 3).endedAt, undefined);
    assert.equal(isOff(0).endedAt, seven);
    const late = { isOn: true, runs: [{ favourite: 0, start: seven, stop: undefined }] };
    assert.equal(
      advanceComfort(first.state, inputAt(first.sentAt! - 241, late)).state.arrivals[0]!.endedAt,
      seven - (first.sentAt! - 241) * minute,
    );
  });

  it('measures the energy of a start until its rooms arrive', () => {
    let { state, sentAt: before } = runUntilSeven(180);
    for (let left = 10; left > 0; left--) {
      before!--;
      state = advanceComfort(state, inputAt(before!, { isOn: true, watts: 3_000 })).state;
    }
    state = advanceComfort(state, inputAt(before! - 1, { isOn: true, watts: 3_000, temperature: 21 })).state;
    state = advanceComfort(state, inputAt(before! - 2, { isOn: true, watts: 3_000, temperature: 21 })).state;
    assert.equal(state.arrivals[0]!.energy, (3_000 * 11) / 60);
    assert.equal(powerOfStarts(state.arrivals, 0), 3_000);
    assert.equal(powerOfStarts(state.arrivals, 1), undefined);
    const unmeasured = advanceComfort(
      runUntilSeven(180).state,
      inputAt(0, { isOn: true, temperature: 21 }),
    ).state;
    assert.equal(unmeasured.arrivals[0]!.energy, undefined);
  });

  const earlier = (change: Partial<Arrival>): Arrival => ({
    favourite: 0,
    start: 0,
    startedAt: 0,
    way: 'heat',
    gap: 4,
    outdoor: 5,
    arrivedAt: 40 * minute,
    ...change,
  });
  const leadAfter = (...arrivals: readonly Arrival[]) =>
    runUntilSeven(180, () => ({ fit: nothingKnown }), { ...noComfort, arrivals }).sentAt;

  it('starts as early as similar starts of the favourite needed, with two minutes to spare', () => {
    assert.equal(leadAfter(earlier({}), earlier({})), 42);
    assert.equal(leadAfter(earlier({})), undefined, 'one start is not enough');
    assert.equal(leadAfter(earlier({ favourite: 1 }), earlier({})), undefined);
    assert.equal(leadAfter(earlier({ way: 'cool' }), earlier({})), undefined);
  });

  it('needs four times as long for twice the distance, and rates similar starts higher', () => {
    assert.equal(leadAfter(earlier({ gap: 2 }), earlier({ gap: 2 })), 162);
    const one = leadAfter(earlier({}), earlier({ gap: 3.9, arrivedAt: 80 * minute }))!;
    assert.ok(one > 50 && one < 65, `${one}`);
    const colder = leadAfter(earlier({}), earlier({ outdoor: -15, arrivedAt: 80 * minute }))!;
    assert.ok(colder < 46, `${colder}`);
  });

  it('counts a start whose rooms did not arrive as longer than it lasted', () => {
    const { arrivedAt: _, ...ended } = earlier({ endedAt: 100 * minute });
    assert.equal(leadAfter(ended, ended), 122);
    const { endedAt: __, ...moving } = ended;
    assert.equal(leadAfter(moving, moving), undefined, 'they are still on their way');
  });

  const stopWith = (change: Parameters<typeof inputAt>[1] = {}) => {
    const runs = [{ favourite: 0, start: seven - 300 * minute, stop: seven }];
    const running = { runs, isOn: true, setpoint: 2_100, temperature: 21 };
    const { sentAt, command } = runUntilSeven(60, () => Object.assign({}, running, change));
    if (command !== undefined) assert.deepEqual(command, { name: 'SysOn', body: 0 });
    return sentAt;
  };

  it('stops the unit when its rooms stay comfortable until the end', () => {
    // It moves by 0.3 K in 20 minutes, and may move by 0.5 K.
    assert.equal(stopWith(), 33);
    assert.equal(stopWith({ temperature: 20.8 }), 20);
    assert.equal(stopWith({ temperature: 22 }), 45);
    assert.equal(stopWith({ temperature: 20.6 }), undefined);
  });

  it('stops early in a favourite in auto, against the air outdoors', () => {
    const datagrams = (mode: number) => {
      const house = houseWith({ isOn: true, setpoint: 2_100, temperature: 21 });
      return Object.assign({}, house, { schedule: [Object.assign({}, house.schedule[0], { Mode: mode })] });
    };
    const { auto, heat } = enumerations.sysMode.values;
    assert.equal(stopWith({ datagrams: datagrams(auto) }), 33);
    assert.equal(stopWith({ datagrams: datagrams(auto), outdoor: 30 }), 33);
    assert.equal(stopWith({ datagrams: datagrams(heat), outdoor: 30 }), undefined);
  });

  it('does not stop early without a hold, the temperature outdoors or the consent of the owner', () => {
    assert.equal(stopWith({ fit: nothingKnown }), undefined);
    assert.equal(stopWith({ outdoor: undefined }), undefined);
    assert.equal(stopWith({ settings: Object.assign({}, on, { roomsOff: [0] }) }), undefined);
    assert.equal(stopWith({ settings: Object.assign({}, on, { isOn: false }) }), undefined);
  });
});

describe('the runs of favourites', () => {
  const favourite = {
    ...initialDatagram('schedule'),
    Index: 0,
    Name: 'Morning',
    Enabled: 1,
    StartH: 7,
    StartM: 0,
    StopH: 9,
    StopM: 0,
    DaysEnabled: { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 },
  };
  const given = { at: seven, timeZone: 'UTC' };

  it('has no run on a day on which the favourite is skipped or a holiday applies', () => {
    const all = favouriteRuns({ schedule: [favourite] }, { ...given, exceptions: [] });
    assert.deepEqual(
      all.map(({ start }) => (start - seven) / 86_400_000),
      [-1, 0, 1],
    );
    assert.equal(all[0]!.stop! - all[0]!.start, 120 * minute);
    const skipped = { kind: 'schedule', index: 0, date: '2025-06-16', setAt: 0 } as const;
    const holiday = { kind: 'holiday', date: '2025-06-16', until: '2025-06-18', setAt: 0 } as const;
    const runsWith = (exception: typeof skipped | typeof holiday) =>
      favouriteRuns({ schedule: [favourite] }, { ...given, exceptions: [exception] }).map(
        ({ start }) => (start - seven) / 86_400_000,
      );
    assert.deepEqual(runsWith(skipped), [-1, 1]);
    assert.deepEqual(runsWith(holiday), [-1]);
  });
});
