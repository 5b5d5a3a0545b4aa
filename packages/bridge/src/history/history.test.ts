import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { sampleDatagram } from '../fixture/sample-datagram.fixture.ts';
import { openStore } from '../store/open-store.ts';
import { type History, openHistory } from './history.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const zones = (...temps: number[]): Datagrams => ({
  ...nothingInstalled,
  zone: temps.map((Temp, Index) => sampleDatagram('zone', { Index, Temp })),
});

const store = (history: History) => {
  history.write();
  history.forgetWritten();
};

describe('history', () => {
  it('returns the last value in each step of a history, or null if a step has no value', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    const history = openHistory(db, 0);
    for (let n = 1; n <= 4; n++) history.sample(n * minute, zones(2000 + n, -n));
    const read = () =>
      history.read({ series: ['zone.0.Temp', 'zone.1.Temp'], from: 0, to: 8 * minute, step: 2 * minute });
    const expected = { 'zone.0.Temp': [2001, 2003, 2004, null], 'zone.1.Temp': [-1, -3, -4, null] };
    assert.deepEqual(read(), expected, 'before it is written');
    store(history);
    assert.deepEqual(read(), expected, 'from the store');
    db.close();
    const again = openStore(folder.path);
    const reopened = openHistory(again, 0);
    assert.equal(reopened.last(), 4 * minute);
    assert.deepEqual(reopened.read({ series: ['zone.0.Temp'], from: 0, to: 2 * minute, step: minute }), {
      'zone.0.Temp': [null, 2001],
    });
    again.close();
  });

  it('does not mix series of different components', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    const history = openHistory(db, 0);
    history.sample(minute, zones(2001));
    history.sample(2 * minute, zones(2002, 2102));
    store(history);
    const series = ['zone.0.Temp', 'zone.1.Temp'];
    assert.deepEqual(history.read({ series, from: minute, to: 3 * minute, step: minute }), {
      'zone.0.Temp': [2001, 2002],
      'zone.1.Temp': [null, 2102],
    });
    assert.ok(history.names().includes('zone.1.DmpPos'));
    db.close();
  });

  it('retains a sample a minute for 2 days, one per 15 minutes for 60 days, then one per 2 h', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    const history = openHistory(db, 0);
    const recordDay = (number: number) => {
      for (let at = number * day + minute; at <= (number + 1) * day; at += minute) {
        history.sample(at, zones(2000));
        if (at % (6 * hour) === 0) store(history);
      }
    };
    for (const number of [0, 30, 66, 67, 68, 69]) recordDay(number);
    const count = (number: number) => {
      const rows = 'SELECT at FROM history UNION ALL SELECT at FROM history_block';
      const sql = `SELECT count(*) AS n FROM (${rows}) WHERE at > ? AND at <= ?`;
      return (db.prepare(sql).get(number * day, (number + 1) * day) as { n: number }).n;
    };
    assert.deepEqual([0, 30, 67, 68, 69].map(count), [12, 96, 96, 1_440, 1_440]);
    db.close();
  });

  it('deletes samples older than five years', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    const history = openHistory(db, 0);
    history.sample(2 * hour, zones(1));
    store(history);
    history.sample(2 * hour + 5 * 365 * day + minute, zones(2));
    store(history);
    const { n } = db.prepare('SELECT count(*) AS n FROM history').get() as { n: number };
    assert.equal(n, 1);
    db.close();
  });

  it('writes samples later if the store cannot be written', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    const history = openHistory(db, 0);
    history.sample(minute, zones(2001));
    db.exec('BEGIN');
    history.write();
    db.exec('ROLLBACK');
    store(history);
    const { n } = db.prepare('SELECT count(*) AS n FROM history').get() as { n: number };
    assert.equal(n, 1);
    db.close();
  });
});
