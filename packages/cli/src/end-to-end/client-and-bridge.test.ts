import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Bridge as Served } from '@plenum/bridge';
import { type Bridge, connectBridge, discover, watch } from '@plenum/client';
import { compare, differs } from '@plenum/client/expectation';
import { type AnyCommand, type CommandName, catalogue, effectOf } from '@plenum/protocol/command';
import { findDatagram } from '@plenum/protocol/component';
import { toCommandExample } from '@plenum/protocol/derive';
import { izone } from '@plenum/protocol/dialect';
import { runBridge } from '@plenum/testbed/house';
import { toOther } from '../fixture/other-value.fixture.ts';

const toPlain = (value: unknown) => JSON.parse(JSON.stringify(value));

for (const dialect of [undefined, izone]) {
  describe(`the client and a bridge with the dialect ${dialect?.name ?? 'neutral'}`, () => {
    let served: Served;
    let bridge: Bridge;
    before(async () => {
      served = await runBridge({ dialect });
      bridge = connectBridge({ host: '127.0.0.1', port: served.http.port });
    });
    after(async () => {
      bridge.close();
      await served[Symbol.asyncDispose]();
    });

    it('the client reads every component of the demo house, with the same values as on the bridge', async () => {
      const missing: string[] = [];
      const read = await bridge.datagrams({ onMissing: (subsystem) => missing.push(subsystem) });
      assert.deepEqual(missing, []);
      assert.deepEqual(read, toPlain(served.device.datagrams()));
    });

    it('the client gets the same values as on the bridge from all other queries', async () => {
      assert.deepEqual(await bridge.firmware(), ['PLENUM 0.1']);
      const { Zones, SysOn } = await bridge.bulkStatus();
      assert.equal(Zones?.length, (await bridge.zones()).length);
      assert.equal(SysOn, (await bridge.unit()).SysOn);
    });

    it('the client reads the status of a brand A unit, and a refusal for another brand', async () => {
      await assert.rejects(bridge.brandStatus(), { code: 'refused', message: /no unit of brand A/ });
      await bridge.command('SetAcUnitBrandSet', 22);
      const read = await bridge.brandStatus();
      assert.deepEqual(read, toPlain(served.device.datagrams().brandStatus[0]));
      assert.equal(read.History8?.TotalDeiceCyclesMade, 0);
    });
  });
}

describe('commands', () => {
  let served: Served;
  let bridge: Bridge;
  before(async () => {
    served = await runBridge();
    bridge = connectBridge({ host: '127.0.0.1', port: served.http.port });
  });
  after(async () => {
    bridge.close();
    await served[Symbol.asyncDispose]();
  });

  /** Commands that are sent first so that the example of a command still changes something. */
  const preparations: { readonly [Name in CommandName]?: object } = {
    FavouriteSet: { FavouriteSet: 2 },
    // During test mode a program only waits for its turn, so test mode is ended first.
    RetRunProgram: { RetTestMode: 0 },
    LiAllOn: { LiAllOff: { Off: 1 } },
    LiAllOff: { LiAllOn: { On: 1 } },
    LiHoliday: { LiHoliday: { Hol: 0 } },
    LiMusic: { LiFx: { No: 0, Fx: 7 } },
    LiFavAct: { LiBright: { No: 1, Bright: 7 } },
    LiFavSet: { LiFavSet: { No: 1, Ap: '1' } },
    LiLoc: { LiAdLock: { AdLock: 0 }, LiLoc: { No: 1, x: 1, y: 1 } },
    DeviceTypeChange: { DeviceTypeChange: { No: 1, Type: 5 } },
    CacdswWallSwitchType: { CacdswWallSwitchType: { No: 2, SwitchType: 0 } },
    CgpoGarage: { CgpoGarage: { No: 14, Type: 3 } },
  };

  /** Commands that a simulated house refuses, or whose effect is not visible in the client. */
  const withoutTrace = [
    ...['LiAlSnooze', 'Time', 'LiNetSet', 'LiNewBridge', 'AppleHomeKitPair'],
    ...['LiPass', 'LiPair', 'LiRemove', 'ReSetMe', 'CbldDrive', 'CbldCalib'],
    ...['ResetWarning', 'ChangePass', 'RfPair', 'Crfs2SensorPair'],
    // Commands that need more than one preparatory command; the tests of the setup cover them.
    ...['MasterZone', 'ZoneSetting', 'ZoneBypass', 'BalanceMin'],
  ];
  /** True for a command to a kind of unit that the house does not have. */
  const isOfOtherUnit = (name: string) => /^(Evap|UnitBrandASettings|UnitBrandAQuietMode)/.test(name);

  /** Returns the fields that already have the value that a command would set. */
  const shownBy = (command: AnyCommand) => {
    const effect = effectOf(command);
    if (effect === undefined) return [];
    const datagram = findDatagram(served.device.datagrams(), effect.kind, effect.index);
    return compare(datagram, effect).filter((each) => !differs(each));
  };

  for (const command of catalogue.values()) {
    if (withoutTrace.includes(command.name) || isOfOtherUnit(command.name)) continue;
    it(`performs ${command.name} and reads it back`, async () => {
      const name = command.name as CommandName;
      const body = toCommandExample(command)[name];
      const preparation = preparations[name] ?? { [name]: toOther(command.body, body) };
      for (const [key, value] of Object.entries(preparation)) await bridge.command(key as CommandName, value);
      assert.deepEqual(shownBy({ name, body } as AnyCommand), [], 'every member changes');
      const datagrams = served.device.datagrams();
      const done = await bridge.command(name, body as never, { verify: true });
      assert.deepEqual(done, { verified: effectOf({ name, body } as AnyCommand) !== undefined });
      assert.notDeepEqual(served.device.datagrams(), datagrams);
    });
  }

  it('rejects a command that the house refuses, with the sentence from the house', async () => {
    await assert.rejects(bridge.command('ZoneSetpoint', { Index: 13, Setpoint: 2200 }), {
      code: 'refused',
      status: 409,
      message: /There is no zone 13 in this house; its zones are 0, 1, /,
    });
  });
});

describe('finding and following', () => {
  it('discovery finds a bridge and reports its HTTP port', async () => {
    await using served = await runBridge();
    const { uid } = served.identity;
    const found = await discover({
      udpPort: served.udp.port,
      interfaces: {},
      addresses: ['127.0.0.1'],
      timeout: 300,
    });
    assert.deepEqual(
      found.map(({ uid, address, port }) => [uid, address, port]),
      [[uid, '127.0.0.1', served.http.port]],
    );
  });

  it('a client that follows the bridge receives a change that another client made', async () => {
    await using served = await runBridge();
    const host = '127.0.0.1';
    await using one = connectBridge({ host, port: served.http.port });
    await using other = connectBridge({ host, port: served.http.port });
    const following = watch(other)[Symbol.asyncIterator]();
    await following.next();
    await one.command('RetTag2', { Tag: 'Garden' });
    for (;;) {
      const { value } = await following.next();
      if (value?.kind !== 'irrigation' || value.datagram.Tag2 !== 'Garden') continue;
      break;
    }
    await following.return?.();
  });

  it('the client reads a bridge with the access key, and is refused without the key', async () => {
    await using served = await runBridge({ accessKey: 'open-sesame' });
    const where = { host: '127.0.0.1', port: served.http.port };
    await using stranger = connectBridge(where);
    await assert.rejects(stranger.unit(), { code: 'refused', status: 401 });
    await using friend = connectBridge({ ...where, accessKey: 'open-sesame' });
    assert.equal((await friend.unit()).SysType, 310);
  });
});
