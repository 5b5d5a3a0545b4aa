import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock, monday } from '@plenum/platform/fake-clock';
import { overrides } from '@plenum/protocol/simulation';
import { post, send } from '../../fixture/http.fixture.ts';
import { startSmallBridge } from '../../fixture/start-small-bridge.fixture.ts';

const minute = 60_000;

describe('/simulation', () => {
  it('shows and changes the clock of the simulation', async () => {
    const clock = createFakeClock();
    await using bridge = await startSmallBridge({ clock });
    const { port } = bridge.http;
    const time = async () => JSON.parse((await send(port, '/simulation')).text).clock;
    assert.deepEqual(await time(), { at: monday, scale: 1, paused: false });
    assert.equal((await post(port, '/simulation/ClockScale', '60')).text, 'OK');
    clock.advance(2_000);
    assert.deepEqual(await time(), { at: monday + 2 * minute, scale: 60, paused: false });
    assert.equal((await post(port, '/simulation/ClockPause', '1')).text, 'OK');
    assert.equal((await post(port, '/simulation/ClockStep', '600')).text, 'OK');
    assert.deepEqual(await time(), { at: monday + 12 * minute, scale: 60, paused: true });
  });

  it('causes a fault and lists it among the overrides', async () => {
    await using bridge = await startSmallBridge();
    const faults = async () => JSON.parse((await send(bridge.http.port, '/simulation')).text).faults;
    assert.deepEqual(await faults(), []);
    assert.equal((await post(bridge.http.port, '/simulation/UnitFault', '"E07"')).text, 'OK');
    assert.equal(bridge.device.datagrams().unit[0]!.ACError, 'E07');
    assert.deepEqual(await faults(), [{ name: 'UnitFault', body: 'E07' }]);
  });

  it('refuses an unknown override and suggests a similar one', async () => {
    await using bridge = await startSmallBridge();
    const { status, text } = await post(bridge.http.port, '/simulation/UnitFalt', '"E07"');
    assert.deepEqual(
      [status, text],
      [404, '{ERROR: The simulation has no override "UnitFalt". Did you mean UnitFault?}'],
    );
  });

  for (const name of overrides.keys())
    it(`refuses a wrong ${name} with 400`, async () => {
      await using bridge = await startSmallBridge();
      const { status, text } = await post(bridge.http.port, `/simulation/${name}`, '[]');
      assert.equal(status, 400);
      assert.match(text, /^\{ERROR: .+\.\}$/);
    });

  it('lists the components of the house when it refuses an override with an index beyond them', async () => {
    await using bridge = await startSmallBridge({ clock: createFakeClock() });
    const refusalOf = async (name: string, body: object) => {
      const { status, text } = await post(bridge.http.port, `/simulation/${name}`, JSON.stringify(body));
      return `${status} ${text}`;
    };
    const fault = (Zone: number) => refusalOf('ZoneSensorFault', { Zone, On: 1 });
    const sentence = (zone: number) =>
      `409 {ERROR: ZoneSensorFault.Zone: There is no zone ${zone} in this house; its zones are 0, 1 and 2.}`;
    assert.equal(await fault(14), sentence(14));
    assert.equal(await fault(-1), sentence(-1));
    assert.equal(await fault(99), sentence(99));
    assert.match(
      await refusalOf('ZoneSensorFault', { Zone: 99, On: 2 }),
      /^4\d\d \{ERROR: ZoneSensorFault\./,
    );
    assert.match(await refusalOf('StationFault', { Station: 24, Error: 1 }), /^409 .*no station 24/);
    assert.match(await refusalOf('SwitchPress', { Switch: 128, Button: 1 }), /^409 .*no switch/);
    assert.match(await refusalOf('PowerDeviceSilent', { Device: 5, On: 1 }), /^409 .*no device/);
  });

  it('refuses an override that the house cannot apply', async () => {
    await using bridge = await startSmallBridge();
    const { status } = await post(bridge.http.port, '/simulation/People', '"away"');
    assert.equal(status, 409);
  });

  it('does not serve /simulation if it is switched off', async () => {
    await using bridge = await startSmallBridge({ simulation: false });
    assert.equal((await send(bridge.http.port, '/simulation')).status, 404);
    assert.equal((await post(bridge.http.port, '/simulation/UnitFault', '"E07"')).status, 404);
  });
});
