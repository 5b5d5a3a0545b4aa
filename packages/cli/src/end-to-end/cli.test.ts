import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Bridge } from '@plenum/bridge';
import { catalogue } from '@plenum/protocol/command';
import { freePort } from '@plenum/testbed/free-port';
import { runBridge } from '@plenum/testbed/house';
import { runPlenum, startPlenum } from '@plenum/testbed/plenum';
import { runHere, startHere } from '../fixture/run-here.fixture.ts';

let bridge: Bridge;
let host: string;
before(async () => {
  bridge = await runBridge();
  host = `127.0.0.1:${bridge.http.port}`;
});
after(() => bridge[Symbol.asyncDispose]());

const zone = (index: number) => bridge.device.datagrams().zone[index]!;

describe('plenum query', () => {
  it('shows zones as a table with units and labels', async () => {
    const { code, out } = await runHere(['query', host, 'zones']);
    const [head, first] = out.split('\n');
    assert.equal(code, 0);
    assert.match(head!, /^Index {2}Name +Mode +Setpoint +Temp +Status /);
    assert.match(first!, /^0 +Family room +auto +\d\d\.\d\d °C +\d\d\.\d\d °C +[A-Z][a-z]+/);
  });

  it('plenum query shows a note in place of 0 °C for a zone without a sensor', async () => {
    const { out: list } = await runHere(['query', host, 'zones']);
    assert.match(list, /^7 +Hall +constant +\d\d\.\d\d °C +no sensor /m);
    const { out: one } = await runHere(['query', host, 'zone', '7']);
    assert.match(one, /^[A-Z][^\n]+\.\n\nField/, 'the status is the first line');
    assert.match(one, /^Temp +no sensor +zone temperature$/m);
    assert.match(one, /^Rh +no sensor /m);
    assert.doesNotMatch(list + one, / 0\.00 °C/);
  });

  it('plenum query shows one component field by field with the meaning of each', async () => {
    const { out } = await runHere(['query', host, 'zone', '1']);
    assert.match(out, /^Setpoint +\d\d\.\d\d °C +zone setpoint$/m);
  });

  it('plenum query prints a component as JSON with its wire values', async () => {
    const { out } = await runHere(['query', host, 'zone', '1', '--json']);
    assert.deepEqual(JSON.parse(out), JSON.parse(JSON.stringify(zone(1))));
  });

  it('plenum query shows everything if no component is named', async () => {
    const { out } = await runHere(['query', host]);
    for (const title of [
      'the ducted air conditioner',
      'the wall splits',
      'its stations',
      'the power monitor',
    ])
      assert.match(out, new RegExp(`^${title}$`, 'm'));
  });

  it('plenum query exits with 1 for a zone that does not exist and lists the existing zones', async () => {
    const { code, err } = await runHere(['query', host, 'zone', '12']);
    assert.deepEqual(
      [code, err],
      [1, 'No: There is no zone 12 in this house; its zones are 0, 1, 2, 3, 4, 5, 6 and 7.\n'],
    );
  });

  it('the help of plenum query lists the query words in aligned columns', async () => {
    const { out } = await runHere(['query', '--help']);
    const [, list] = out.split('What to query (numbers count from 0):\n');
    const columns = list!
      .split('\n')
      .flatMap((line) => (line.includes('also:') ? [line.indexOf(' also:')] : []));
    assert.ok(columns.length > 5 && new Set(columns).size === 1, String(list));
  });

  it('plenum query suggests the nearest component for an unknown word, and exits with 2', async () => {
    const { code, err } = await runHere(['query', host, 'zoness']);
    assert.deepEqual(
      [code, err],
      [2, 'There is no component called "zoness" to query. Did you mean zones?\n'],
    );
  });
});

describe('plenum verify, verify-cloud and verify-events', () => {
  it('plenum verify exits with 2 for a section without statements and names the sections', async () => {
    for (const words of [
      ['verify', host],
      ['verify-cloud', `http://${host}`],
      ['verify-events', `http://${host}`, '--secret', `whsec_${'A'.repeat(32)}`],
    ]) {
      const { code, err } = await runHere([...words, '--only', '99.9']);
      assert.match(err, /^--only: there is no section "99\.9"; the sections are .*6/m, String(words[0]));
      assert.equal(code, 2);
    }
  });

  it('plenum verify-cloud reports why a cloud could not be reached', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { code, out } = await runHere(['verify-cloud', url]);
    assert.equal(code, 1);
    assert.match(out, /There was no answer: connect ECONNREFUSED/);
    assert.doesNotMatch(out, /status is 0|answered 0|undefined/);
  });
});

describe('plenum control', () => {
  it('plenum control accepts degrees with their unit and reports the completed command', async () => {
    const { code, out } = await runHere(['control', host, 'ZoneSetpoint', 'Index=1', 'Setpoint=23.5C']);
    assert.deepEqual([code, out], [0, 'OK  ZoneSetpoint Index 1, Setpoint 23.50 °C\n']);
    assert.equal(zone(1).Setpoint, 2350);
  });

  it('plenum control accepts wire values, labels, switches, JSON and names in any case', async () => {
    for (const [words, kind, key, expected] of [
      [['SysSetpoint', '2450'], 'unit', 'Setpoint', 2450],
      [['sysmode', 'Heat'], 'unit', 'SysMode', 2],
      [['SysOn', 'off'], 'unit', 'SysOn', 0],
      [['ZoneMode', '{"Index":0,"Mode":2}'], 'zone', 'Mode', 2],
      [['ZoneMode', '{"ZoneMode":{"Index":0,"Mode":3}}'], 'zone', 'Mode', 3],
      [['ZoneMaxAir', 'index=0', 'maxair=80%'], 'zone', 'MaxAir', 80],
      [['ZoneName', 'Index=0', 'Name=Den & co'], 'zone', 'Name', 'Den & co'],
      [['SysSleepTimer', '1h30m'], 'unit', 'SleepTimer', 90],
      [
        ['SchedSettings', 'Index=0', 'StartH=7', 'StartM=0', 'StopH=none', 'StopM=none', 'DaysEnabled=M,Su'],
        'schedule',
        'StopH',
        31,
      ],
    ] as const) {
      const { code, err } = await runHere(['control', host, ...words]);
      assert.equal(code, 0, `${words.join(' ')}: ${err}`);
      assert.equal(
        (bridge.device.datagrams()[kind][0] as Record<string, unknown>)[key],
        expected,
        words.join(' '),
      );
    }
    assert.deepEqual(
      Object.values(bridge.device.datagrams().schedule[0]!.DaysEnabled),
      [1, 0, 0, 0, 0, 0, 1],
    );
  });

  it('plenum control accepts degrees without a unit, and shows a refused value in degrees', async () => {
    const set = (typed: string) => runHere(['control', host, 'ZoneSetpoint', 'Index=1', `Setpoint=${typed}`]);
    assert.equal((await set('21.5')).out, 'OK  ZoneSetpoint Index 1, Setpoint 21.50 °C\n');
    assert.equal(zone(1).Setpoint, 2150);
    assert.equal((await set('22')).code, 0);
    assert.equal(zone(1).Setpoint, 2200);
    const { code, err } = await set('35');
    assert.deepEqual([code, err], [1, 'ZoneSetpoint.Setpoint: 35.00 °C is above the maximum of 30.00 °C.\n']);
  });

  it('plenum control refuses an invalid value before sending it, in the reader’s units', async () => {
    const { code, err } = await runHere(['control', host, 'ZoneSetpoint', 'Index=1', 'Setpoint=21.55C']);
    assert.deepEqual(
      [code, err],
      [1, 'ZoneSetpoint.Setpoint: 21.55 °C is not a multiple of 0.5 °C. Use 21.50 or 22.00.\n'],
    );
  });

  it('plenum control exits with 2 for an unknown label, key or command and suggests others', async () => {
    for (const [words, sentence] of [
      [
        ['ZoneMode', 'Index=1', 'Mode=ajar'],
        'ZoneMode.Mode: "ajar" is not one of 1 open, 2 close, 3 auto, 4 override, 5 constant.',
      ],
      [
        ['ZoneMode', 'Index=1', 'Moode=open'],
        'ZoneMode: There is no key "Moode". Use one of Index, Mode. Did you mean Mode?',
      ],
      [['ZoneMode', 'Index=1'], 'ZoneMode: The key Mode is missing.'],
      [
        ['ZoneMod', 'Index=1'],
        'There is no command "ZoneMod". Did you mean ZoneMode? "plenum commands" lists all.',
      ],
      [['ZoneMode', 'Index=1', 'Index=2', 'Mode=open'], 'ZoneMode: Index is given twice.'],
    ] as const) {
      const { code, err } = await runHere(['control', host, ...words]);
      assert.deepEqual([code, err], [2, `${sentence}\n`]);
    }
  });

  it('plenum control lists the keys and limits of a command that is typed without a value', async () => {
    const { code, err } = await runHere(['control', host, 'ZoneSetpoint']);
    assert.equal(code, 2);
    assert.match(err, /^Setpoint +zone setpoint +1500-3000 step 50 \(15\.00-30\.00 °C\)/m);
  });

  it('plenum control --verify reads a command back and reports the result in JSON', async () => {
    const { out } = await runHere(['control', host, 'SysMode', 'cool', '--verify', '--json']);
    assert.deepEqual(JSON.parse(out), { result: 'OK', command: 'SysMode', body: 1, verified: true });
  });
});

describe('plenum commands and completion', () => {
  it('plenum commands lists every command in the catalogue', async () => {
    const { out } = await runHere(['commands']);
    for (const name of catalogue.keys()) assert.match(out, new RegExp(`^ {2}${name} `, 'm'));
  });

  it('plenum commands explains a command with an example that works unchanged', async () => {
    const { out } = await runHere(['commands', 'SplitSystemZoneSetpoint']);
    const words = /^Example: plenum control HOST (.+)$/m.exec(out)![1]!.split(' ');
    assert.equal((await runHere(['control', host, ...words])).code, 0);
  });

  it('plenum __complete suggests commands, then keys, then labels', async () => {
    const complete = async (...words: string[]) =>
      (await runHere(['__complete', '--', ...words])).out.trim().split('\n');
    assert.deepEqual(await complete('con'), ['control']);
    assert.deepEqual(await complete('control', host, 'ZoneM'), ['ZoneMode', 'ZoneMaxAir', 'ZoneMinAir']);
    assert.deepEqual(await complete('control', host, 'ZoneMode', 'Index=1', ''), ['Mode=']);
    assert.deepEqual(await complete('control', host, 'ZoneMode', 'Mode=o'), ['Mode=open', 'Mode=override']);
    assert.deepEqual(await complete('control', host, 'SysMode', 'd'), ['dry']);
    assert.deepEqual(await complete('query', host, 'prog'), ['programs', 'program']);
  });

  it('prints a completion script for each shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      assert.match((await runHere(['completion', shell])).out, /plenum __complete/);
  });
});

describe('plenum explain', () => {
  it('plenum explain shows the reasons for the state of a room and what would change it', async () => {
    const { out, code } = await runPlenum(['explain', host, 'zone', '1']);
    assert.equal(code, 0);
    assert.match(out, /^\S.*: .+\.\n\nWhy\n {2}It is \d\d\.\d °C, /);
    assert.match(out, /^ {2}Overall, \d+ W more (comes in|goes out) than/m);
    assert.match(out, /\n\nWhat would change it\n {2}\S/);
    const { steps } = JSON.parse((await runPlenum(['explain', host, 'zone', '1', '--json'])).out);
    assert.equal(JSON.parse((await runPlenum(['explain', host, 'zone.1', '--json'])).out).index, 1);
    assert.ok(steps.every(({ code: each }: { code: string }) => each.length > 0));
    assert.match((await runPlenum(['explain', host])).out, /^.+: .+\n\nWhy\n {2}The system is/);
  });

  it('plenum explain lists the components that it can explain', async () => {
    for (const [words, expected, sentence] of [
      [['garage'], 2, /"garage" cannot be explained; choose one of unit, zone, split, vrf\./],
      [['zone'], 2, /Which zone\? Name its number/],
      [['unit', '3'], 2, /There is only one unit/],
      [['zone', '13'], 1, /There is no zone 13 in this house/],
    ] as const) {
      const { err, code } = await runPlenum(['explain', host, ...words]);
      assert.match(err, sentence);
      assert.equal(code, expected);
    }
  });
});

describe('plenum groups', () => {
  const groups = (...words: string[]) => runHere(['groups', host, ...words]);
  const shown = async (): Promise<unknown> => JSON.parse((await groups('--json')).out);
  const zoneOf = async (index: number) =>
    JSON.parse((await runHere(['query', host, 'zone', String(index), '--json'])).out);

  it('plenum groups creates, controls, renames and removes a group of rooms', async () => {
    assert.match((await groups()).out, /^There are no groups; /);
    const names = [(await zoneOf(0)).Name, (await zoneOf(1)).Name];
    assert.equal((await groups('set', 'Upstairs', 'ZONE.0', names[1])).out, 'OK\n');
    const rooms = [0, 1].map((index) => ({ kind: 'zone', index }));
    assert.deepEqual(await shown(), { groups: [{ name: 'Upstairs', rooms }] });
    assert.equal((await groups('off', 'upstairs')).code, 0);
    assert.deepEqual([(await zoneOf(0)).Mode, (await zoneOf(1)).Mode], [2, 2]);
    assert.match((await groups()).out, new RegExp(`^Upstairs +off +${names[0]}, ${names[1]}$`, 'm'));
    assert.equal((await groups('on', 'Upstairs')).code, 0);
    assert.match((await groups()).out, /^Upstairs +on /m);
    assert.equal((await groups('setpoint', 'Upstairs', '23.5')).code, 0);
    assert.deepEqual([(await zoneOf(0)).Setpoint, (await zoneOf(1)).Setpoint], [2350, 2350]);
    assert.equal((await groups('rename', 'Upstairs', 'First', 'floor')).code, 0);
    assert.deepEqual(await shown(), { groups: [{ name: 'First floor', rooms }] });
    for (const [words, expected, sentence] of [
      [
        ['clean', 'First floor'],
        2,
        /"clean" is not an action; there are set, rename, remove, on, off, setpoint\./,
      ],
      [['on'], 2, /plenum groups HOST on NAME$/m],
      [['on', 'First', 'floor'], 2, /plenum groups HOST on NAME$/m],
      [['set', 'Attic'], 2, /plenum groups HOST set NAME ROOM\.\.\./],
      [['set', 'Attic', 'garage'], 2, /There is no room "garage"; there are zone\.0 /],
      [['set', '  ', 'zone.0'], 1, /cannot be the name of a group: it is empty/],
      [['setpoint', 'First floor', '21.3'], 1, /is not a multiple of 0\.5/],
      [['off', 'Upstairs'], 1, /There is no group "Upstairs"; there are "First floor"\./],
    ] as const) {
      const { err, code } = await groups(...words);
      assert.match(err, sentence);
      assert.equal(code, expected, err);
    }
    assert.equal((await groups('remove', 'first FLOOR')).code, 0);
    assert.deepEqual(await shown(), { groups: [] });
  });
});

describe('plenum energy', () => {
  it('plenum energy shows the energy of each period and the total in kWh', async () => {
    const { out, code } = await runHere(['energy', host, '--by', 'hour', '--csv']);
    assert.equal(code, 0);
    const [head, ...rows] = out
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    assert.deepEqual(head, [
      'hour',
      'used kWh',
      'solar kWh',
      'solar used at home kWh',
      'from grid kWh',
      'sold kWh',
      'cost AUD',
    ]);
    assert.equal(rows.length, 25);
    const used = rows.slice(0, -1).reduce((sum, row) => sum + Number(row[1]), 0);
    assert.ok(Math.abs(used - Number(rows.at(-1)![1])) < 0.02, out);
    assert.match((await runHere(['energy', host])).out, /^day +used kWh +solar kWh/);
  });

  it('plenum energy sets a tariff, calculates the cost, and refuses an invalid tariff', async () => {
    const tariff = '{"currency":"AUD","prices":[{"from":"00:00","price":0.3}]}';
    const { out } = await runHere(['energy', host, '--tariff', tariff, '--csv']);
    assert.match(out, /^day,.*,cost AUD$/m);
    assert.equal(JSON.parse((await runHere(['energy', host, '--json'])).out).tariff.currency, 'AUD');
    for (const [given, sentence, expected] of [
      ['{"currency":"AUD"}', /tariff: The key prices is missing\./, 2],
      ['cheap', /--tariff: "cheap" is not JSON; type /, 2],
    ] as const) {
      const { err, code } = await runHere(['energy', host, '--tariff', given]);
      assert.match(err, sentence);
      assert.equal(code, expected);
    }
    assert.match(
      (await runHere(['energy', host, '--until', 'soon'])).err,
      /^.*--until: "soon" is not a time;/,
    );
  });
});

describe('plenum simulation', () => {
  it('plenum simulation overrides the simulation and shows its status', async () => {
    assert.equal((await runHere(['simulation', host, 'ClockPause', 'on'])).out, 'OK\n');
    assert.match((await runHere(['simulation', host])).out, /^paused +yes$/m);
  });

  it('plenum simulation shows time, weather, people, windows and faults as readable text', async () => {
    for (const words of [
      ['Weather', 'Temperature=36.5C'],
      ['ZoneWindow', 'Zone=2', 'Open=yes'],
      ['ZoneSensorFault', 'Zone=1', 'On=yes'],
      ['UnitFault', 'E05'],
    ])
      assert.equal((await runHere(['simulation', host, ...words])).code, 0, words.join(' '));
    const { out } = await runHere(['simulation', host]);
    for (const line of [
      /^time +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d in Australia\/Sydney$/m,
      /^Temperature +36\.5 °C \(held\)$/m,
      /^Wind +[\d.]+ m\/s$/m,
      /^people +rhythm$/m,
      /^open windows +zone 2$/m,
      /^fault +ZoneSensorFault Zone 1, On yes$/m,
      /^fault +UnitFault E05$/m,
    ])
      assert.match(out, line);
    const { out: json } = await runHere(['simulation', host, '--json']);
    const status = { ...bridge.simulation!.status(), quirks: {} };
    assert.deepEqual(JSON.parse(json), JSON.parse(JSON.stringify(status)));
    for (const words of [
      ['ZoneSensorFault', 'Zone=1', 'On=no'],
      ['UnitFault', ''],
      ['Weather', '{}'],
      ['ZoneWindow', 'Zone=2', 'Open=no'],
    ])
      assert.equal((await runHere(['simulation', host, ...words])).code, 0, words.join(' '));
    assert.match((await runHere(['simulation', host])).out, /^faults +none$/m);
  });

  it('plenum simulation sets quirks of a real device on the bridge, and shows them', async () => {
    const set = ['simulation', host, 'Quirks', 'notifications=none', 'late-apply=2s'];
    assert.equal((await runHere(set)).out, 'OK\n');
    const { out } = await runHere(['simulation', host]);
    assert.match(out, /^quirk +notifications none$/m);
    assert.match(out, /^quirk +late-apply 2 s$/m);
    assert.equal((await runHere(['simulation', host, 'Quirks', '{}'])).out, 'OK\n');
    assert.doesNotMatch((await runHere(['simulation', host])).out, /quirk/);
  });

  it('plenum simulation suggests the nearest override for a misspelt name', async () => {
    const { code, err } = await runHere(['simulation', host, 'ClockScal', '5']);
    assert.equal(code, 2);
    assert.match(err, /Did you mean ClockScale\?/);
  });
});

describe('plenum discover', () => {
  const port = () => String(bridge.udp.port);
  const quick = ['--no-mdns', '--timeout', '300', '--search', '127.0.0.1,127.0.0.2'];

  it('plenum discover lists the bridges that it found', async () => {
    const { code, out } = await runHere(['discover', '--udp-port', port(), ...quick]);
    assert.equal(code, 0);
    assert.match(
      out,
      new RegExp(`^${bridge.identity.uid} +127\\.0\\.0\\.1:${bridge.http.port} +v2, v1 +neutral +`, 'm'),
    );
  });

  it('plenum discover exits with 1 and a suggestion if it finds no bridge', async () => {
    for (const [flags, shown] of [
      [[], ''],
      [['--json'], '[]\n'],
    ] as const) {
      const { code, out, err } = await runHere(['discover', '--udp-port', '9', ...quick, ...flags]);
      assert.deepEqual([code, out], [1, shown]);
      assert.match(err, /^No bridge answered\./);
    }
  });
});

describe('plenum watch', () => {
  it('plenum watch shows a change immediately, and exits with 0 when it is stopped', async () => {
    await using watching = startPlenum(['watch', host]);
    await watching.line(/Following the live stream of the bridge/);
    await runHere(['control', host, 'RetTag2', 'Tag=Front']);
    await watching.line(/irrigation 0 {2}Tag2 .* → Front$/m);
    assert.equal((await watching.stop('SIGINT')).code, 0);
  });

  it('plenum watch exits with 1 if the bridge requires a key', async () => {
    await using locked = await runBridge({ accessKey: 'the key' });
    const { code, err } = await runHere(['watch', `127.0.0.1:${locked.http.port}`]);
    assert.deepEqual([code, err], [1, 'This bridge requires its access key: Authorization: Bearer KEY.\n']);
  });

  it('plenum watch --json prints one change per line', async () => {
    await using watching = startHere(['watch', host, '--json']);
    await watching.line(/Following the live stream of the bridge/);
    await runHere(['control', host, 'RetTag2', 'Tag=Back']);
    const [line] = await watching.line(/^\{.*"Tag2":"Back".*\}$/m);
    assert.equal(JSON.parse(line).kind, 'irrigation');
  });
});

describe("plenum watch with a house whose clock differs from this machine's", () => {
  before(async () => {
    const { code, err } = await runHere(['simulation', host, 'ClockStep', '1d2h']);
    assert.deepEqual([code, err], [0, '']);
  });

  it("plenum watch shows the time of a change by the house's clock", async () => {
    await using watching = startHere(['watch', host]);
    await watching.line(/Following the live stream of the bridge/);
    await runHere(['control', host, 'RetTag2', 'Tag=Side']);
    const [, time] = await watching.line(/^(\S+ \S+) {2}irrigation 0 {2}Tag2 .* → Side$/m);
    const { out } = await runHere(['simulation', host]);
    assert.match(out, new RegExp(`^time +${time!.slice(0, 15)}`, 'm'), `${time} to ten minutes`);
  });

  it("plenum watch --json includes the time by the house's clock", async () => {
    await using watching = startHere(['watch', host, '--json']);
    await watching.line(/Following the live stream of the bridge/);
    await runHere(['control', host, 'RetTag2', 'Tag=Rear']);
    const [line] = await watching.line(/^\{.*"Tag2":"Rear".*\}$/m);
    assert.ok(Math.abs(Date.parse(JSON.parse(line).at) - bridge.device.at()) < 600_000, line);
  });

  it('plenum watch shows the readings of a power monitor by the names of its channels', async () => {
    await using watching = startHere(['watch', host]);
    await watching.line(/Following the live stream of the bridge/);
    await runHere(['simulation', host, 'ClockStep', '2m']);
    const [line] = await watching.line(/^.* powerStatus 0 {2}.*$/m);
    assert.match(line, /\b[A-Z][a-z]+( [a-z]+)* [\d.]+ W → [\d.]+ W\b/);
    assert.doesNotMatch(line, /Dev\.0\.Ch\.0/);
  });
});

describe('the command line itself', () => {
  it('plenum exits with 2 for an unknown command or option, without a stack trace', async () => {
    for (const words of [
      ['frobnicate'],
      ['query'],
      ['query', 'a b'],
      ['query', host, 'zone', 'x'],
      ['discover', '--timeout', 'soon'],
      ['query', host, '--nonsense'],
      ['completion', 'cmd'],
    ]) {
      const { code, err } = await runHere(words);
      assert.equal(code, 2, words.join(' '));
      assert.doesNotMatch(err, /\n\s+at /);
    }
  });

  it('plenum exits with 1 and one sentence if nothing listens at the address', async () => {
    const { code, err } = await runPlenum(['query', '127.0.0.1:1', 'unit']);
    assert.deepEqual([code, err], [1, '127.0.0.1:1 cannot be reached: nothing listens there.\n']);
  });

  it('plenum uses colours only on request, and none if NO_COLOR is set', async () => {
    const isColored = (text: string) => text.includes('\u001b[');
    const words = ['query', host, 'zones'];
    assert.equal(isColored((await runPlenum(words)).out), false);
    assert.equal(isColored((await runPlenum(words, { FORCE_COLOR: '1' })).out), true);
    assert.equal(isColored((await runPlenum(words, { FORCE_COLOR: '1', NO_COLOR: '1' })).out), false);
  });

  it('plenum offers --json and --installer-key only in commands that use them', async () => {
    for (const command of ['mcp', 'mqtt', 'matter', 'diagnostics'])
      assert.doesNotMatch((await runHere([command, '--help'])).out, /--json|--installer-key/, command);
    assert.doesNotMatch((await runHere(['verify', '--help'])).out, /--installer-key/);
    assert.match((await runHere(['control', '--help'])).out, /--installer-key.*--json/s);
    for (const words of [
      ['mcp', '--json'],
      ['verify', '--installer-key', 'key'],
    ])
      assert.match((await runHere(words)).err, /unknown option/, words.join(' '));
  });

  it('plenum --help lists the commands in five groups, each command once, with three examples', async () => {
    const { code, out } = await runHere(['--help']);
    assert.equal(code, 0);
    const groups = [...out.matchAll(/^(\w+):\n((?: {2}.+\n)+)/gm)].map(([, name, rows]) => [
      name,
      [...rows!.matchAll(/^ {2}([a-z][\w-]*) /gm)].map(([, word]) => word),
    ]);
    const {
      Options: _,
      Examples: examples,
      ...rest
    } = Object.fromEntries(groups) as Record<string, string[]>;
    assert.deepEqual(Object.keys(rest), ['Run', 'Use', 'Check', 'Connect', 'Operate']);
    assert.deepEqual(rest.Connect, ['mqtt', 'matter', 'mcp', 'listen', 'trigger']);
    const words = Object.values(rest).flat();
    assert.deepEqual([words.length, new Set(words).size], [32, 32]);
    assert.equal(out.match(/^ {2}plenum /gm)!.length, 3);
    assert.equal(examples!.length, 3);
  });

  it('plenum exits with 0 after showing its help or version', async () => {
    for (const words of [
      [],
      ['--help'],
      ['control', '--help'],
      ['control', 'x', 'SysOn', '--help'],
      ['simulation', '-h'],
    ])
      assert.equal((await runHere(words)).code, 0, words.join(' '));
    assert.equal((await runPlenum(['--version'])).code, 0);
  });
});
