import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnyCommand } from '@plenum/protocol/command';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { sampleDatagram } from '../fixture/sample-datagram.fixture.ts';
import { openStore } from '../store/open-store.ts';
import { writeAll } from '../store/transact.ts';
import { maxKept } from './event-rows.ts';
import { openHistory } from './history.ts';

const minute = 60_000;
/** Tuesday 13 January 2026, 06:00 in Sydney. */
const start = Date.parse('2026-01-12T19:00Z');
const timeZone = 'Australia/Sydney';
const days = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };

const house = ({ unit = {}, zone = {} } = {}): Datagrams => ({
  ...nothingInstalled,
  unit: [sampleDatagram('unit', { SysOn: 0, SysMode: 1, ACError: ' OK', ...unit })],
  zone: [sampleDatagram('zone', { Index: 0, Mode: 3, Setpoint: 2200, ...zone })],
  schedule: [
    sampleDatagram('schedule', {
      Index: 0,
      Name: 'Morning',
      Enabled: 1,
      StartH: 6,
      StartM: 2,
      StopH: 31,
      StopM: 63,
      DaysEnabled: days,
    }),
  ],
});

/** A record that samples each minute; `events` returns the events of an hour. */
const openRecord = (folder: string, zoneName: string | undefined = timeZone) => {
  const db = openStore(folder);
  const history = openHistory(db, start, { timeZone: zoneName });
  let at = history.last();
  return {
    history,
    sample: (datagrams: Datagrams) => {
      at += minute;
      history.sample(at, datagrams);
    },
    /** The house is seen some seconds after the last sample. */
    see: (datagrams: Datagrams, seconds: number) => history.events.see(at + seconds * 1_000, datagrams, []),
    command: (command: object, offset = 1_000) => {
      const [[name, body]] = Object.entries(command) as [[string, unknown]];
      const given = { name, body } as AnyCommand;
      writeAll(db, () => history.events.addCommands(at + offset, [given], { over: 'cloud', app: 'Thermo' }));
    },
    store: () => {
      writeAll(db, history.write);
      history.forgetWritten();
    },
    events: () =>
      history.events.read({ from: start, to: start + 60 * minute }).map(({ at: instant, ...event }) => ({
        minute: (instant - start) / minute,
        ...event,
      })),
    db,
    [Symbol.dispose]: () => db.close(),
  };
};

const by = { over: 'unknown' } as const;
const ofUnit = { kind: 'unit', index: 0 } as const;
const ofZone = { kind: 'zone', index: 0 } as const;

describe('the events of a house', () => {
  it('reports a command that sets a password, without the password', () => {
    using folder = createDataFolder();
    using record = openRecord(folder.path);
    record.command({ ChangePass: 'hunter2' });
    const [event] = record.events();
    assert.deepEqual([event!.what, 'body' in event! && event.body], ['command', '']);
  });

  it('reports no events at the first sample, then each changed mode, setpoint and fault', () => {
    using folder = createDataFolder();
    using record = openRecord(folder.path, 'Etc/GMT');
    record.sample(house({ unit: { ACError: 'E05' } }));
    assert.deepEqual(record.events(), []);
    record.sample(house({ unit: { SysMode: 2 }, zone: { DmpFlt: 1 } }));
    record.sample(house({ unit: { SysMode: 2 }, zone: { DmpFlt: 1, Setpoint: 2350 } }));
    record.sample(house({ unit: { SysMode: 2 }, zone: { Setpoint: 2350 } }));
    assert.deepEqual(record.events(), [
      { minute: 2, what: 'change', ...ofUnit, field: 'SysMode', before: 1, value: 2, by },
      { minute: 2, what: 'fault', ...ofUnit, fault: 'unit', isOver: true, code: 'E05' },
      { minute: 2, what: 'fault', ...ofZone, fault: 'damper', isOver: false },
      { minute: 3, what: 'change', ...ofZone, field: 'Setpoint', before: 2200, value: 2350, by },
      { minute: 4, what: 'fault', ...ofZone, fault: 'damper', isOver: true },
    ]);
  });

  it('records a fault shorter than a minute, with its beginning and end', () => {
    using folder = createDataFolder();
    using record = openRecord(folder.path);
    record.sample(house());
    record.see(house({ unit: { ACError: 'E05' } }), 12);
    const fault = { what: 'fault', ...ofUnit, fault: 'unit', code: 'E05' };
    const began = { minute: 1.2, ...fault, isOver: false };
    assert.deepEqual(record.events(), [began], 'as soon as it is seen');
    record.see(house(), 42);
    for (const _ of [1, 2]) record.sample(house());
    assert.deepEqual(record.events(), [began, { minute: 1.7, ...fault, isOver: true }]);
  });

  it('records at most one event a minute of a value that changes back and forth', () => {
    using folder = createDataFolder();
    using record = openRecord(folder.path, 'Etc/GMT');
    record.sample(house());
    for (let second = 1; second < 600; second++)
      record.see(house({ zone: { DmpFlt: second % 2 }, unit: { SysOn: second === 1 ? 0 : 1 } }), second);
    const events = record.events();
    const ofDamper = events.filter(({ what }) => what === 'fault');
    assert.deepEqual([ofDamper.length, events.length], [10, 11], 'the unit was switched on once');
    for (const [place, event] of ofDamper.entries())
      assert.equal('isOver' in event && event.isOver, place % 2 === 1);
  });

  it('records an empty battery, a filter that is due, and a favourite that is switched off', () => {
    using folder = createDataFolder();
    using record = openRecord(folder.path, 'Etc/GMT');
    const zone = { SensType: 3, BattVolt: 1 };
    record.sample(house({ zone }));
    const [favourite] = house().schedule;
    record.sample({
      ...house({ zone: { ...zone, BattVolt: 2 }, unit: { Warnings: 'filter' } }),
      schedule: [{ ...favourite!, Enabled: 0 }],
    });
    assert.deepEqual(record.events(), [
      { minute: 2, what: 'fault', ...ofUnit, fault: 'filter', isOver: false },
      { minute: 2, what: 'fault', ...ofZone, fault: 'battery', isOver: false },
      { minute: 2, what: 'change', kind: 'schedule', index: 0, field: 'Enabled', before: 1, value: 0, by },
    ]);
  });

  it("follows a component that moves to another position in the device's list", () => {
    using folder = createDataFolder();
    using record = openRecord(folder.path);
    const [first] = house().zone;
    const second = { ...first!, Index: 1 };
    record.sample({ ...house(), zone: [first!, { ...second, DmpFlt: 1 }] });
    record.sample({ ...house(), zone: [second] });
    const isOver = { what: 'fault', kind: 'zone', index: 1, fault: 'damper', isOver: true };
    assert.deepEqual(record.events(), [{ minute: 2, ...isOver }]);
  });

  it('ignores a power monitor that does not report which of its meters are in use', () => {
    using folder = createDataFolder();
    using record = openRecord(folder.path);
    for (const Ok of [1, 0])
      record.sample({
        ...house(),
        power: [{} as Datagrams['power'][number]],
        powerStatus: [sampleDatagram('powerStatus', { Dev: [{ Ok, Batt: 0, Ch: [] }] })],
      });
    assert.deepEqual(record.events(), []);
  });

  it('records each command with its body and sender, without second events for its changes', () => {
    using folder = createDataFolder();
    using record = openRecord(folder.path, 'Etc/GMT');
    record.sample(house());
    record.command({ ZoneSetpoint: { Index: 0, Setpoint: 2400 } });
    record.sample(house({ unit: { SysOn: 1 }, zone: { Setpoint: 2400 } }));
    record.command({ FavouriteSet: 1 });
    record.sample(house({ zone: { Setpoint: 2000, Mode: 1 } }));
    record.sample(house({ zone: { Setpoint: 2050, Mode: 1 } }));
    const app = { over: 'cloud', app: 'Thermo' };
    assert.deepEqual(
      record.events().map(({ minute: _, ...event }) => event),
      [
        { what: 'command', ...ofZone, command: 'ZoneSetpoint', body: { Index: 0, Setpoint: 2400 }, by: app },
        { what: 'change', ...ofUnit, field: 'SysOn', before: 0, value: 1, by },
        { what: 'command', kind: 'schedule', index: 0, command: 'FavouriteSet', body: 1, by: app },
        { what: 'change', ...ofZone, field: 'Setpoint', before: 2000, value: 2050, by },
      ],
    );
  });

  it('reports a favourite as the cause of a change at its time, if the time zone is known', () => {
    for (const [zone, cause] of [
      [timeZone, { over: 'schedule', favourite: 'Morning' }],
      ['Europe/Berlin', by],
    ] as const) {
      using folder = createDataFolder();
      using record = openRecord(folder.path, zone);
      record.sample(house());
      record.sample(house({ unit: { SysOn: 1 } }));
      record.sample(house({ unit: { SysOn: 0 } }));
      const causes = record.events().map((event) => (event.what === 'fault' ? undefined : event.by));
      assert.deepEqual(causes, [cause, by], 'one at 06:02 and one at 06:03');
    }
  });

  it('keeps events across a restart, and reports a change made while the bridge was stopped', () => {
    using folder = createDataFolder();
    {
      using record = openRecord(folder.path);
      record.sample(house());
      record.command({ SysMode: 2 });
      record.sample(house({ unit: { SysMode: 2 } }));
      record.store();
      record.sample(house({ unit: { SysMode: 4 } }));
      assert.equal(record.events().length, 2, 'includes events that are not written yet');
    }
    using again = openRecord(folder.path);
    assert.deepEqual(
      again.events().map(({ what }) => what),
      ['command'],
    );
    again.sample(house({ unit: { SysMode: 1 } }));
    assert.deepEqual(
      again.events().map((event) => (event.what === 'change' ? [event.before, event.value] : event.what)),
      ['command', [2, 1]],
    );
  });

  it('limits the number of events by deleting the oldest commands, but no faults', () => {
    using folder = createDataFolder();
    using record = openRecord(folder.path, 'Etc/GMT');
    record.sample(house());
    record.sample(house({ zone: { SensorFault: 1 } }));
    record.store();
    const command = { name: 'SysOn', body: 1 } as AnyCommand;
    writeAll(record.db, () => {
      for (let n = 0; n < maxKept + 200; n++)
        record.history.events.addCommands(start + 3 * minute + n, [command], { over: 'local' });
    });
    const { n } = record.db.prepare('SELECT count(*) AS n FROM history_event').get() as { n: number };
    assert.ok(n > maxKept && n <= maxKept + 101, `${n}`);
    assert.equal(record.events()[0]?.what === 'fault', false, 'a response contains only the newest');
    const first = record.history.events.read({ from: start, to: start + 3 * minute });
    assert.deepEqual(
      first.map(({ what }) => what),
      ['fault'],
    );
  });

  it('omits the body of a long command', () => {
    using folder = createDataFolder();
    using record = openRecord(folder.path);
    record.sample(house());
    record.command({ ZoneName: { Index: 0, Name: 'x'.repeat(700) } });
    const [event] = record.events();
    assert.ok(event?.what === 'command' && !('body' in event));
  });
});
