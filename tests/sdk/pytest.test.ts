import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { plenumBin } from '@plenum/testbed/plenum';
import { readBlocks } from '../documents/blocks.ts';

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/how-to/test-with-pytest.md'), 'utf8');

/** Debian's Python, whose packages a virtual environment without a network can use. */
const python = '/usr/bin/python3';
const parts = 'pytest, xdist, setuptools, venv, pip';
const missing =
  spawnSync(python, ['-c', `import ${parts}`]).status !== 0 &&
  'apt-get install python3-pytest python3-pytest-xdist python3-venv python3-setuptools python3-wheel';

/** Returns the Python files of the guide by the names in their first lines. */
const filesOfGuide = (): ReadonlyMap<string, string> =>
  new Map(
    readBlocks(guide).flatMap((block) => {
      if (block.kind !== 'block' || block.language !== 'py') return [];
      return [[/^# (\S+\.py)$/m.exec(block.text)![1]!, block.text] as const];
    }),
  );

describe('the houses of pytest', { skip: missing }, () => {
  const folder = createDataFolder();
  const at = (name: string) => join(folder.path, name);
  const environment = { ...process.env, PLENUM: `${process.execPath} ${plenumBin}`, PYTEST_ADDOPTS: '' };
  const installed = (...words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(words[0]!, words.slice(1), { encoding: 'utf8' });
    assert.equal(status, 0, `${words.join(' ')}\n${stdout}\n${stderr}`);
  };
  const test = async (words: readonly string[], env: NodeJS.ProcessEnv = environment) => {
    const running = spawn(at('venv/bin/python'), ['-m', 'pytest', '-q', '-rA', '--no-header', ...words], {
      cwd: folder.path,
      env,
    });
    let text = '';
    for (const stream of [running.stdout, running.stderr]) stream.on('data', (piece) => (text += piece));
    const [code] = await once(running, 'close');
    return { code, text };
  };
  const write = (name: string, text: string) => writeFileSync(at(name), text);

  before(() => {
    cpSync(join(root, 'sdk/python'), at('python'), { recursive: true });
    installed(python, '-m', 'venv', '--system-site-packages', at('venv'));
    installed(
      at('venv/bin/pip'),
      ...['install', '--quiet', '--no-index', '--no-deps', '--no-build-isolation', at('python')],
    );
    for (const [name, text] of filesOfGuide()) write(name, text);
  });
  after(() => folder[Symbol.dispose]());

  it('shows what was there and the log of the house if a test fails, and passes once mended', async () => {
    const failed = await test(['test_comfort.py']);
    assert.equal(failed.code, 1);
    assert.match(failed.text, /^E +AssertionError: zone 1 is not as expected within 3h: Temp is \d+\.$/m);
    assert.match(
      failed.text,
      /- log of the house -+\nBridge \d+ runs the house "Banksia Street" at\n {2}http:\/\/127\./,
    );
    write('test_comfort.py', filesOfGuide().get('test_comfort.py')!.replace('< 20:', '< 2000:'));
    const passed = await test(['test_comfort.py']);
    assert.equal(passed.code, 0, passed.text);
    assert.doesNotMatch(passed.text, /log of the house/);
  });

  it('gives each test its own house, also in parallel, found by discovery at its own address', async () => {
    const { code, text } = await test(['test_rude.py', '-n', '2']);
    assert.equal(code, 0, text);
    assert.match(text, /^4 passed/m);
  });

  it('moves time, saves, returns, copies, breaks and repairs, and refuses what is wrong', async () => {
    write(
      'test_house.py',
      `import os, pytest
from pytest_plenum import House

def test_time(house: House):
    start = house.time()
    house.advance("1h30m")
    assert house.time() == start + 5400
    house.snapshot("later")
    with house.fork() as copy:
        copy.advance(60)
        assert copy.time() == start + 5460
        assert copy.port != house.port
    with pytest.raises(OSError):
        copy.time()
    house.advance("2d")
    house.restore("later")
    assert house.time() == start + 5400

def test_faults(house: House):
    house.fault("ZoneSensorFault", Zone=1, On=1)
    house.expect("zone", 1, SensorFault=1, within="5m")
    house.fault("ZoneSensorFault", Zone=1, On=0)
    house.expect("zone", 1, SensorFault=0, within="5m")
    house.fault("UnitFault", "E05")
    house.expect("unit", within=60, ACError=lambda text: "E05" in text)

@pytest.mark.parametrize("wrong, sentence", [
    (lambda house: house.advance("soon"), "'soon' is not a duration"),
    (lambda house: house.advance(0), "0 is not a duration"),
    (lambda house: house.expect("zone", 1, within="1m"), "expect needs a field"),
    (lambda house: house.expect("zone", 1, Tempo=1, within="1m"), "zone 1 has no field Tempo; it has Area"),
    (lambda house: house.fault("Flood", 1), 'The simulation has no override "Flood"'),
    (lambda house: house.simulate("Weather", Temperature=99), "Weather.Temperature: 99 °C is above the maximum"),
    (lambda house: house.restore("none"), "none"),
])
def test_mistakes(house: House, wrong, sentence):
    before = house.time()
    with pytest.raises(ValueError) as raised:
        wrong(house)
    assert sentence in str(raised.value)
    assert house.time() == before

@pytest.mark.plenum(house="flat", seed=3)
class TestMarks:
    @pytest.mark.plenum(seed=4, time="2026-07-01T12:00", arguments=["--read-only"])
    def test_the_nearest_mark_wins(self, house: House):
        assert house.bridge.components("split")[0]["Name"] == "Sala"
        assert house.time() == 1782900000
        with pytest.raises(Exception):
            house.command("SplitSystemZoneOn", Index=0, On=1)

@pytest.mark.plenum(hous="flat")
def test_wrong_mark(house: House): ...

@pytest.mark.plenum(arguments=["--nonsense"])
def test_wrong_argument(house: House): ...
`,
    );
    const { code, text } = await test(['test_house.py']);
    assert.equal(code, 1);
    assert.match(text, /^10 passed, 2 errors/m, text);
    assert.match(text, /@pytest\.mark\.plenum has no 'hous'; it has house, time, misbehave/);
    assert.match(text, /plenum did not start a house:\n(.*\n)*?.*--nonsense/);
  });

  it('names the program that it lacks, and leaves no process and no folder behind', async () => {
    write(
      'test_left.py',
      'def test_one(house):\n    print("port", house.port, "log", house.log)\n    assert False\n',
    );
    const none = await test(['test_left.py'], { ...environment, PLENUM: '/nowhere/plenum' });
    assert.match(none.text, /The program '\/nowhere\/plenum' was not found: install plenum/);
    const { text } = await test(['test_left.py']);
    const [, port] = /^port (\d+)/m.exec(text)!;
    const [, data] = /Data: (\S+)\/data/.exec(text)!;
    const [, host] = /http:\/\/(127[\d.]+):/.exec(text)!;
    await assert.rejects(fetch(`http://${host}:${port}/healthz`));
    assert.equal(existsSync(data!), false, data!);
  });
});
