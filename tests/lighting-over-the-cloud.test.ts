import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { demo, enterAccount } from '@plenum/testbed/account';
import { startEverything } from '@plenum/testbed/everything';
import { startReceiver } from '@plenum/testbed/receiver';
import { until } from '@plenum/testbed/until';

/** Numbers of the lamps in the demo house. */
const readingLamp = 4;
const loungeBlind = 17;
const garageDoor = 19;

interface Answer {
  readonly status: number;
  readonly body: {
    readonly response: {
      readonly result?: string;
      readonly detail?: string;
      readonly devices: readonly { readonly componentId: string }[];
      readonly component: { readonly datagram: Record<string, unknown> };
    };
  };
}

/** Creates the API client of an app with a token. */
const createApp = (cloud: string, token: string) => {
  const ask = async (request: object): Promise<Answer> => {
    const answer = await fetch(`${cloud}/dev`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ requestId: randomUUID(), ...request }),
    });
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  };
  return {
    discover: async () =>
      (await ask({ requestType: 'Discover' })).body.response.devices.map(({ componentId }) => componentId),
    query: (componentId: string) => ask({ requestType: 'Query', componentId }),
    control: (componentId: string, requestBody: object) =>
      ask({ requestType: 'Control', componentId, requestBody }),
  };
};

test('an app sees and controls lighting, and a garage door, only as its user allowed', async () => {
  await using plenum = await startEverything();
  await using receiver = await startReceiver();
  const owner = await enterAccount(plenum.cloud);

  const reed = async () => {
    const query = { LiRequest: { Type: 1, No: garageDoor, No1: 0 } };
    const answer = await fetch(`${plenum.bridge}/iLightRequest`, {
      method: 'POST',
      body: JSON.stringify(query),
    });
    return ((await answer.json()) as { iLight: { Reed: number } }).iLight.Reed;
  };

  // An app that was linked before the house had lighting.
  const earlier = createApp(plenum.cloud, (await owner.allowApp()).access);
  await owner.call(`/console/apps/${demo.clientId}/endpoints`, { url: receiver.url });
  const known = await earlier.discover();
  assert.ok(known.some((id) => id.endsWith('_hvac_zone_0')));
  assert.deepEqual(
    known.filter((id) => id.includes('_light_')),
    [],
  );
  const systemId = known[0]!.slice(0, 9);
  const idOf = (no: number) => `${systemId}_light_lamp_${no}`;
  const [lamp, blind, door] = [readingLamp, loungeBlind, garageDoor].map(idOf) as [string, string, string];
  assert.equal((await earlier.query(lamp)).status, 403);
  assert.equal((await earlier.control(lamp, { LiOn: { No: readingLamp, On: 1 } })).status, 403);

  // The app receives the change of a zone, but not of a lamp that changed before it.
  const localCommand = (path: string, body: object) =>
    fetch(`${plenum.bridge}${path}`, { method: 'POST', body: JSON.stringify(body) });
  await localCommand('/iLightCommand', { LiBright: { No: readingLamp, Bright: 33 } });
  await localCommand('/HvacCommandV2', { ZoneName: { Index: 0, Name: 'Told' } });
  const received = (part: string) => receiver.messages.some(({ body }) => body.includes(part));
  await until('the zone was sent', async () => received('"Told"'));
  assert.equal(received('_light_'), false);

  // The box for garage doors was not ticked.
  const scope = 'query-control lighting garage';
  const lit = createApp(plenum.cloud, (await owner.allowApp(scope)).access);
  const all = await lit.discover();
  assert.equal(all.filter((id) => id.includes('_light_lamp_')).length, 24);
  assert.deepEqual(
    known.filter((id) => !all.includes(id)),
    [],
  );
  const dim = { LiBright: { No: readingLamp, Bright: 28.999999999999996 } };
  assert.equal((await lit.control(lamp, dim)).status, 200);
  assert.equal((await lit.query(lamp)).body.response.component.datagram.Brig, 29);
  assert.equal((await lit.control(blind, { CbldDrive: { No: loungeBlind, Mode: 0 } })).status, 200);
  await until('the lamp was sent', async () => received('"Brig":29'));

  const press = { LiOn: { No: garageDoor, On: 1 } };
  const refused = await lit.control(door, press);
  assert.deepEqual(
    [refused.status, refused.body.response.result, refused.body.response.detail],
    [
      403,
      'UserNotAllowed',
      'The access token does not allow moving a garage door; that needs the scope garage.',
    ],
  );
  const system = `${systemId}_light_systemsettings_0`;
  for (const [id, command] of [
    [system, { LiAllOn: { On: 1 } }],
    [system, { LiHoliday: { Hol: 1 } }],
    [system, { LiAllOff: { Off: 1 } }],
    [`${systemId}_light_favourite_4`, { LiFavAct: { No: 4 } }],
  ] as const)
    assert.equal((await lit.control(id, command)).status, 200, JSON.stringify(command));
  const retype = await lit.control(door, { DeviceTypeChange: { No: garageDoor, Type: 1 } });
  assert.equal(retype.status, 403);
  assert.equal(await reed(), 1);

  // With the box ticked, the app opens the door; the owner can also open it on the account page.
  const keys = createApp(plenum.cloud, (await owner.allowApp(scope, { garage: 'yes' })).access);
  assert.equal((await keys.control(door, press)).status, 200);
  assert.equal(await reed(), 0);
  await owner.call(`/console/houses/${systemId}/control`, press);

  // A lamp that an installer removes at home disappears for apps too.
  const hasZone = async (no: number) => (await keys.discover()).includes(`${systemId}_hvac_zone_${no}`);
  assert.equal(await hasZone(7), true);
  await localCommand('/HvacCommandV2', { NoOfZones: 7 });
  await until('the zone is gone', async () => !(await hasZone(7)));
  assert.equal(await hasZone(6), true);
});
