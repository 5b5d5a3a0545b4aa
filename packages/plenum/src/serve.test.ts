import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { runBridge } from './fixture/run-bridge.fixture.ts';
import { runPlenum, startPlenum } from './fixture/run-plenum.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'plenum-serve-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const ownData = () => ['--data', join(folder, String(++count))];
const freePorts = ['--http-port', '0', '--udp-port', '0', '--notify-port', '9'];

describe('plenum start', () => {
  it('serves this machine only, and what it prints to try works', async () => {
    await using running = startPlenum(['start', ...freePorts, ...ownData()]);
    const [, query] = await running.line(/^ {2}npx plenum (query .+)$/m);
    const [, control] = await running.line(/^ {2}npx plenum (control .+)$/m);
    const [, body, url] = await running.line(/^ {2}curl -d '(.+)' (http:.+)$/m);
    await running.line(/^ {2}http:\/\/127\.0\.0\.1:\d+$/m);
    assert.match((await runPlenum(query!.split(' '))).out, /^Index /);
    assert.match((await runPlenum(control!.split(' '))).out, /^OK /);
    const answer = await fetch(url!, { method: 'POST', body: body! });
    assert.ok('SystemV2' in ((await answer.json()) as object));
  });

  it('ends with 0 when it is told to, by either signal', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const running = startPlenum(['start', ...freePorts, ...ownData()]);
      await running.line(/Stop with Ctrl\+C/);
      assert.equal((await running.stop(signal)).code, 0);
    }
  });

  it('tries things a house without a ducted unit has', async () => {
    await using running = startPlenum(['start', '--house', 'flat', ...freePorts, ...ownData()]);
    await running.line(/^ {2}npx plenum query \S+ splits$/m);
  });
});

describe('plenum bridge', () => {
  it('takes every option from the environment too', async () => {
    await using running = startPlenum(['bridge', ...freePorts, ...ownData()], {
      PLENUM_HTTP_HOST: '127.0.0.1',
      PLENUM_DIALECT: 'izone',
      PLENUM_ACCESS_KEY: 'sesame',
    });
    const [, port] = await running.line(/^ {2}http:\/\/127\.0\.0\.1:(\d+)$/m);
    const where = `http://127.0.0.1:${port}/iZoneRequestV2`;
    const body = '{"iZoneV2Request":{"Type":1,"No":0,"No1":0}}';
    assert.equal((await fetch(where, { method: 'POST', body })).status, 401);
    const headers = { Authorization: 'Bearer sesame' };
    assert.ok(
      'AirStreamDeviceUId' in
        ((await (await fetch(where, { method: 'POST', body, headers })).json()) as object),
    );
    const { code } = await runPlenum(['query', `127.0.0.1:${port}`, 'unit'], { PLENUM_ACCESS_KEY: 'sesame' });
    assert.equal(code, 0);
  });

  it('reads house and dialect from files', async () => {
    const house = join(folder, 'flat.yaml');
    const dialect = join(folder, 'words.json');
    const shipped = new URL('../../installation/houses/flat.yaml', import.meta.url);
    writeFileSync(house, await (await import('node:fs/promises')).readFile(shipped));
    writeFileSync(dialect, '{"name":"acme","keys":{"HvacDeviceUId":"AcmeId"}}');
    await using running = startPlenum([
      'start',
      '--house',
      house,
      '--dialect',
      dialect,
      ...freePorts,
      ...ownData(),
    ]);
    const [, body, url] = await running.line(/^ {2}curl -d '(.+)' (http:.+)$/m);
    const answer = await fetch(url!, { method: 'POST', body: body! });
    assert.ok('AcmeId' in ((await answer.json()) as object));
  });

  it('refuses a second bridge on one data folder, a house that is wrong and one that is not there, in a sentence', async () => {
    const wrong = join(folder, 'wrong.yaml');
    writeFileSync(wrong, 'name: Wrong\nrooms: 7\n');
    const data = ownData();
    await using running = startPlenum(['start', ...freePorts, ...data]);
    await running.line(/Stop with Ctrl\+C/);
    for (const [words, sentence] of [
      [[...data], /^Another bridge uses the data folder /],
      [['--house', wrong, ...ownData()], /^.+wrong\.yaml:\d+:\d+: /],
      [['--house', 'demmo', ...ownData()], /^There is no house "demmo"; .+ Did you mean demo\?$/m],
      [['--house', './none.yaml', ...ownData()], /^\.\/none\.yaml cannot be read: there is no such file\.$/m],
      [['--dialect', 'klingon', ...ownData()], /^There is no dialect "klingon"; /],
    ] as const) {
      const { code, err } = await runPlenum(['start', ...freePorts, ...words]);
      assert.equal(code, 1, err);
      assert.match(err, sentence);
      assert.doesNotMatch(err, /\n\s+at /);
    }
  });

  it('fronts another bridge: reads it, commands it, and says so', async () => {
    await using behind = await runBridge();
    const where = `127.0.0.1:${behind.http.port}`;
    const words = ['bridge', '--attach', where, '--http-host', '127.0.0.1', ...freePorts, ...ownData()];
    await using running = startPlenum(words);
    await running.line(new RegExp(`^Bridge ${behind.identity.uid} fronts the bridge ${where} at$`, 'm'));
    const [, port] = await running.line(/^ {2}http:\/\/127\.0\.0\.1:(\d+)$/m);
    const { code } = await runPlenum([
      'control',
      `127.0.0.1:${port}`,
      'ZoneSetpoint',
      'Index=1',
      'Setpoint=19C',
    ]);
    assert.equal(code, 0);
    assert.equal(behind.device.datagrams().zone[1]!.Setpoint, 1900);
  });

  it('cannot front a bridge and run a house at once, nor front one that is not there', async () => {
    const both = await runPlenum([
      'bridge',
      '--attach',
      '127.0.0.1:1',
      '--house',
      'flat',
      ...freePorts,
      ...ownData(),
    ]);
    assert.equal(both.code, 2);
    const none = await runPlenum(['bridge', '--attach', '127.0.0.1:1', ...freePorts, ...ownData()]);
    assert.equal(none.code, 1);
    assert.match(none.err, /^The bridge to attach to, 127\.0\.0\.1 port 1, does not answer as one: /);
  });

  it('refuses a port that is taken, in a sentence', async () => {
    await using running = startPlenum(['start', ...freePorts, ...ownData()]);
    const [, port] = await running.line(/^ {2}http:\/\/127\.0\.0\.1:(\d+)$/m);
    const { code, err } = await runPlenum(['start', '--udp-port', '0', '--http-port', port!, ...ownData()]);
    assert.equal(code, 1);
    assert.match(err, new RegExp(`^TCP port ${port} on 127\\.0\\.0\\.1 is taken`));
  });
});
