import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startEverything } from '@plenum/testbed/everything';
import { plenumBin } from '@plenum/testbed/plenum';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** Returns all steps of a guide as one script. */
const stepsOf = (guide: string): string =>
  [...readFileSync(join(root, guide), 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(([, step]) => step).join('');

const check = (stdout: string, setpoint: number) => {
  const lines = stdout.trim().split('\n');
  assert.match(lines[0]!, /"componentId":"\d{9}_hvac_zone_0","datagram":\{"Index":0,/);
  assert.match(lines[1]!, /"response":\{"result":"OK"\}/);
  assert.match(lines[2]!, /^v1,\S+= \{.*"requestType":"Event"/);
  assert.match(lines[2]!, new RegExp(`_hvac_zone_0","datagram":{[^}]*"Setpoint":${setpoint}`));
  assert.match(lines.at(-1)!, /"result":"InvalidUser"/);
};

const checkSandbox = (stdout: string) => {
  const lines = stdout.trim().split('\n');
  const query = lines[0];
  const [events, looks, guest] = [lines.slice(1, -7), lines.slice(-7, -4), lines.slice(-4)];
  assert.match(query!, /"componentId":"\d{9}_hvac_zone_1","datagram":\{"Index":1,/);
  for (const event of events)
    assert.match(event, /"requestType":"Event".*_hvac_zone_1","datagram":{[^}]*"DmpFlt":1/);
  assert.ok(events.length > 0);
  assert.match(
    looks[1]!,
    /"over":"cloud","asked":{"ZoneSetpoint":{"Index":1,"Setpoint":2250}},"result":"OK"/,
  );
  assert.match(looks[2]!, /"kind":"zone","index":1,"datagram":{[^}]*"Setpoint":2250/);
  const [asGuest, control, ...afterwards] = guest;
  assert.match(asGuest!, /"componentId":"\d{9}_hvac_zone_1","datagram":\{"Index":1,/);
  assert.match(control!, /"result":"UserNotAllowed"/);
  assert.match(afterwards[0]!, /"result":"UserNotAllowed"/);
  assert.match(afterwards[1]!, /"result":"InvalidUser"/);
};

const checkReport = (stdout: string) =>
  assert.match(
    stdout,
    /^Tested (5\d|6\d) of 86 statements: \1 passed, 0 failed, 0 warnings, 0 notes, \d+ not tested\.$/m,
  );

it('the steps of the guides for curl, test houses and verify-cloud succeed, also twice', async () => {
  using folder = createDataFolder();
  await using plenum = await startEverything();
  const env = { ...process.env, TMPDIR: folder.path, NODE_DISABLE_COMPILE_CACHE: '1' };
  const runSteps = async (guide: string) => {
    const steps = stepsOf(guide).replace('http://127.0.0.1:8090', plenum.cloud);
    const script = `npx() { shift; '${process.execPath}' '${plenumBin}' "$@"; }\n${steps}`;
    return (await run('sh', ['-c', script], { cwd: folder.path, env, timeout: 60_000 })).stdout;
  };
  for (const setpoint of [2000, 2100, 2000]) check(await runSteps('docs/cloud-with-curl.md'), setpoint);
  checkSandbox(await runSteps('docs/how-to/sandbox-houses.md'));
  checkReport(await runSteps('docs/how-to/check-a-cloud.md'));
  assert.deepEqual(readdirSync(folder.path), [], 'the steps leave no files behind');
});
