import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { times } from '@plenum/testbed/full-run';
import { startRandom } from '@plenum/testbed/seeded-random';
import { post } from '../fixture/http.fixture.ts';
import { openSmallDevice } from '../fixture/open-small-device.fixture.ts';
import { spawnBridge } from '../fixture/spawn-bridge.fixture.ts';
import { openStore } from '../store/open-store.ts';

/** The record of one client: the last number it sent, and the last one confirmed with OK. */
interface Ledger {
  sent: number;
  acknowledged: number;
}

/** The setting to which one client writes its numbers, and the way that client reads the last number back. */
interface Slot {
  readonly toCommand: (number: number) => object;
  readonly read: (port: number) => Promise<number>;
}

const readAc = async (port: number, Type: number, No = 0) =>
  JSON.parse((await post(port, '/HvacRequestV2', { HvacV2Request: { Type, No, No1: 0 } })).text);

/** A name that contains the last number written to it. */
const zoneName = (Index: number): Slot => ({
  toCommand: (number) => ({ ZoneName: { Index, Name: String(number) } }),
  read: async (port) => Number((await readAc(port, 2, Index)).ZonesV2.Name.replace(/^Room .$/, '0')),
});

/** The sleep timer of the small house adds up, so a single lost command would stay visible. */
const counter: Slot = {
  toCommand: () => ({ SysSleepTimer: 1 }),
  read: async (port) => (await readAc(port, 1)).SystemV2.SleepTimer,
};

const slots = [zoneName(0), zoneName(1), zoneName(2), counter];

/** Sends one command on a persistent connection; false if the response is not OK. */
const command = (agent: Agent, port: number, body: object): Promise<boolean> =>
  new Promise((resolve) => {
    const where = { host: '127.0.0.1', port, path: '/HvacCommandV2' };
    const sent = request({ ...where, method: 'POST', agent }, (answer) => {
      let text = '';
      answer.on('data', (piece) => {
        text += piece;
      });
      answer.on('end', () => resolve(text === 'OK'));
      answer.on('error', () => resolve(false));
    });
    sent.on('error', () => resolve(false));
    sent.end(JSON.stringify(body));
  });

/** Sends commands as fast as it can until the bridge is gone. */
const load = async (port: number, slot: Slot, ledger: Ledger, acknowledge: () => void) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (await command(agent, port, slot.toCommand(++ledger.sent))) {
    ledger.acknowledged = ledger.sent;
    acknowledge();
  }
  agent.destroy();
};

// Each run kills at different moments, which its seed determines.
const kills = times({ usual: 8, full: 300 });
const maxAcknowledged = 150;

describe('commands that a bridge confirmed with OK', () => {
  it(`opens the store with every confirmed command after each of ${kills} kills under load`, async (t) => {
    const random = startRandom(t);
    using folder = createDataFolder();
    using cache = createDataFolder();
    const ledgers = slots.map((): Ledger => ({ sent: 0, acknowledged: 0 }));
    for (let round = 0; round < kills; round++) {
      await using bridge = await spawnBridge(folder.path, {
        compiled: process.env.NODE_COMPILE_CACHE ?? cache.path,
      });
      for (const [place, slot] of slots.entries()) {
        const number = await slot.read(bridge.port);
        const { sent, acknowledged } = ledgers[place]!;
        if (sent === 0) continue;
        const found = `slot ${place} after ${round} kills has ${number}; ${acknowledged} acknowledged, ${sent} sent`;
        assert.ok(number >= acknowledged && number <= sent, found);
        // A command in flight when the process died may or may not have been carried out; its result is known from here
        // on.
        ledgers[place] = { sent: number, acknowledged: number };
      }
      // The process is killed after some acknowledgements, while other commands are being written: soon in one round,
      // late in another.
      const span = maxAcknowledged / kills;
      let left = Math.max(1, Math.round(span * (round + random.fraction())));
      const acknowledge = () => {
        if (--left === 0) void bridge.kill();
      };
      await Promise.all(slots.map((slot, place) => load(bridge.port, slot, ledgers[place]!, acknowledge)));
    }
    const db = openStore(folder.path);
    assert.deepEqual({ ...db.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
    db.close();
  });

  it('changes nothing if a full disk prevents a command, and responds with the reason', async () => {
    using folder = createDataFolder();
    const { device, db, close } = openSmallDevice(folder.path, createFakeClock());
    let notified = 0;
    device.subscribe(() => notified++);
    const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count=${page_count}`);
    const rename = (Name: string) => device.command({ name: 'ZoneName', body: { Index: 0, Name } });
    const fill = async (): Promise<number> => {
      for (let n = 0; ; n++) {
        const results = await Promise.all([rename(`A${n}`), rename(`B${n}`)]);
        if (results.every(({ ok }) => ok)) continue;
        for (const result of results)
          assert.equal(result.ok ? 'ok' : result.refusal.facts.reason, 'disk-full');
        return n;
      }
    };
    const failed = await fill();
    assert.equal(notified, failed);
    assert.equal(device.datagrams().zone[0]!.Name, failed === 0 ? 'Room 0' : `B${failed - 1}`);
    db.exec('PRAGMA max_page_count=100000');
    assert.ok((await rename('room')).ok);
    assert.equal(device.datagrams().zone[0]!.Name, 'room');
    close();
  });

  it('keeps acknowledged commands when a file may not grow any further, and continues to respond', {
    skip: process.platform === 'win32',
  }, async () => {
    using folder = createDataFolder();
    const slot = counter;
    const agent = new Agent({ keepAlive: true });
    let acknowledged = 0;
    {
      await using bridge = await spawnBridge(folder.path, { fileBlocks: 600 });
      while (await command(agent, bridge.port, slot.toCommand(1))) acknowledged++;
      agent.destroy();
      assert.ok(acknowledged > 0);
      const { status, text } = await post(bridge.port, '/HvacCommandV2', { SysOn: 1 });
      assert.equal(status, 503);
      assert.match(text, /^\{ERROR: The bridge could not store the command: its disk .+\.\}$/);
      assert.equal(await slot.read(bridge.port), acknowledged);
    }
    await using bridge = await spawnBridge(folder.path);
    assert.equal(await slot.read(bridge.port), acknowledged);
    assert.equal((await post(bridge.port, '/HvacCommandV2', { SysOn: 1 })).text, 'OK');
  });

  it('locks a folder against a second bridge until the first has ended', async () => {
    using folder = createDataFolder();
    await using first = await spawnBridge(folder.path);
    await using second = await spawnBridge(folder.path);
    assert.equal(
      second.firstLine,
      `Another bridge uses the data folder ${folder.path}; stop it, or give this one its own folder.`,
    );
    await first.kill();
    await using third = await spawnBridge(folder.path);
    assert.match(third.firstLine, /^\d+$/);
  });
});
