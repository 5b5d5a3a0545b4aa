import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Bridge } from '@plenum/bridge';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { runBridge } from '@plenum/testbed/house';
import { plenumBin, startPlenum } from '@plenum/testbed/plenum';
import { runHere } from '../fixture/run-here.fixture.ts';

let bridge: Bridge;
let host: string;
before(async () => {
  bridge = await runBridge();
  host = `127.0.0.1:${bridge.http.port}`;
});
after(() => bridge[Symbol.asyncDispose]());

/** An assistant that starts `plenum mcp` as a child process. */
const connectByStdio = async (...words: string[]) => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const args = [plenumBin, 'mcp', '--bridge', host, ...words];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
    const [first] = content as unknown as [{ text: string }];
    return { text: first.text, found: structuredContent as Record<string, never>, isError };
  };
  return { client, call, [Symbol.asyncDispose]: () => client.close() };
};

const zone = (index: number) => bridge.device.datagrams().zone[index]!;

describe('plenum mcp', () => {
  it('offers an assistant ten tools, each with its hints, in fewer than 3,000 tokens', async () => {
    await using assistant = await connectByStdio();
    const { tools } = await assistant.client.listTools();
    assert.deepEqual(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
      [
        ['get_house', true],
        ['get_component', true],
        ['get_history', true],
        ['explain', true],
        ['get_automation', true],
        ['set_zone', false],
        ['set_unit', false],
        ['run_favourite', false],
        ['water', false],
        ['set_light', false],
      ],
    );
    // A token is about 4 characters of English and JSON; 3 is a safe estimate.
    assert.ok(JSON.stringify(tools).length / 3 < 3_000, `${JSON.stringify(tools).length} characters`);
  });

  it('get_automation says what the bridge may do and what it does', async () => {
    await using assistant = await connectByStdio();
    const { found } = await assistant.call('get_automation');
    const { settings, actions } = found as unknown as { settings: { rest: string }; actions: object[] };
    assert.deepEqual([settings.rest, actions], ['off', []]);
  });

  it('get_house reads the house in units that people use', async () => {
    await using assistant = await connectByStdio();
    const { found } = await assistant.call('get_house');
    const rooms = found.zone as unknown as { thing: string; name: string; setpoint_celsius: number }[];
    assert.equal(rooms[1]!.thing, 'zone/1');
    assert.equal(rooms[1]!.name, zone(1).Name);
    assert.equal(rooms[1]!.setpoint_celsius, zone(1).Setpoint / 100);
    const kitchen = await assistant.call('get_component', { thing: 'Kitchen' });
    assert.equal(kitchen.found.damper_percent, zone(1).DmpPos);
    const missing = await assistant.call('get_component', { thing: 'zone/13' });
    assert.ok(missing.isError);
    assert.match(missing.text, /^There is no zone\/13 in this house\. Use one of unit, zone\/0, /);
  });

  it('refuses an unknown argument of a tool and lists the valid ones', async () => {
    await using assistant = await connectByStdio();
    const { text, isError } = await assistant.call('set_zone', { thing: 'zone/1', setpoint: 21 });
    assert.equal(isError, true);
    assert.match(text, /there is no "setpoint". Use thing, .*setpoint_celsius/);
  });

  it('sets a room, or explains why it cannot be set', async () => {
    await using assistant = await connectByStdio();
    const set = await assistant.call('set_zone', { thing: 'zone/1', setpoint_celsius: 23.5 });
    assert.equal(set.found.setpoint_celsius, 23.5);
    assert.equal(zone(1).Setpoint, 2350);
    for (const [args, why] of [
      [{ thing: 'zone/1', setpoint_celsius: 23.25 }, /multiple of 0.5/],
      [{ thing: 'zone/1', setpoint_celsius: 30.5 }, /30/],
      [{ thing: 'zone/1', mode: 'tepid' }, /one of|enum|allowed/i],
      [{ thing: 'zone/1' }, /^Nothing to change was given\.$/],
      [{ thing: 'zone/7', setpoint_celsius: 22 }, /sensor/],
    ] as const) {
      const before = bridge.device.datagrams().zone;
      const { isError, text } = await assistant.call('set_zone', args).catch(({ message }: Error) => ({
        isError: true,
        text: message,
      }));
      assert.ok(isError, text);
      assert.match(text, why);
      assert.deepEqual(
        bridge.device.datagrams().zone.map(({ Setpoint, Mode }) => [Setpoint, Mode]),
        before.map(({ Setpoint, Mode }) => [Setpoint, Mode]),
      );
    }
  });

  it('runs a favourite, waters, sets the unit, explains a room and reads the history', async () => {
    await using assistant = await connectByStdio();
    const unit = await assistant.call('set_unit', { thing: 'unit', mode: 'heat', on: true });
    assert.deepEqual([unit.found.mode, unit.found.on], ['heat', 'on']);
    const run = await assistant.call('run_favourite', { thing: 'favourite/1' });
    assert.ok(!run.isError, run.text);
    const water = await assistant.call('water', { thing: 'program/0', action: 'run' });
    assert.equal(water.found.running, 'on');
    const stopped = await assistant.call('water', { thing: 'program/0', action: 'stop' });
    assert.equal(stopped.found.running, 'off');
    const why = await assistant.call('explain', { thing: 'zone/1' });
    assert.equal(why.found.name, zone(1).Name);
    const history = await assistant.call('get_history', { series: 'zone.1.Temp', hours: 1 });
    assert.equal(history.found.unit, '°C');
    const none = await assistant.call('get_history', { series: 'zone.77.Temp', hours: 1 });
    assert.match(none.text, /^Nothing is recorded as zone\.77\.Temp\. Use one of: /);
  });

  it('moves a garage door only if that is allowed, and changes nothing in read-only mode', async () => {
    const door = bridge.device.datagrams().lamp.find(({ Type }) => abilitiesOf(Type).isGarageDoor)!;
    const args = { thing: `lamp/${door.Index}`, cover: door.Reed === 1 ? 'open' : 'close' };
    {
      await using assistant = await connectByStdio();
      const { isError, text } = await assistant.call('set_light', args);
      assert.ok(isError);
      assert.match(
        text,
        /garage door is not available: it would open the house, and --allow-garage is not set/,
      );
      assert.equal(bridge.device.datagrams().lamp[door.Index]!.Reed, door.Reed);
    }
    {
      await using assistant = await connectByStdio('--allow-garage');
      assert.ok(!(await assistant.call('set_light', args)).isError);
    }
    await using reader = await connectByStdio('--read-only');
    const { tools } = await reader.client.listTools();
    assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
    const refused = await reader
      .call('set_zone', { thing: 'zone/1', setpoint_celsius: 20 })
      .catch(() => undefined);
    assert.ok(refused === undefined || refused.isError);
  });

  it('serves MCP over HTTP to clients that have the key', async () => {
    const { code, err } = await runHere(['mcp', '--bridge', host, '--mcp-port', '0']);
    assert.equal(code, 2);
    assert.match(err, /clients need a key: set PLENUM_MCP_KEY, or name a file/);
    await using server = startPlenum(['mcp', '--bridge', host, '--mcp-port', '0'], {
      PLENUM_MCP_KEY: 'open-sesame',
    });
    const [, url] = await server.line(/(http:\/\/\S+\/mcp)/);
    const ask = (headers: Record<string, string>) => fetch(url!, { method: 'POST', headers, body: '{}' });
    assert.equal((await ask({})).status, 401);
    assert.equal((await ask({ authorization: 'Bearer open-sesam' })).status, 401);
    assert.equal(
      (await ask({ authorization: 'Bearer open-sesame', origin: 'http://evil.example' })).status,
      403,
    );
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url!), {
        requestInit: { headers: { authorization: 'Bearer open-sesame' } },
      }),
    );
    const { structuredContent } = await client.callTool({
      name: 'get_component',
      arguments: { thing: 'unit' },
    });
    assert.equal((structuredContent as { thing: string }).thing, 'unit');
    await client.close();
  });
});
