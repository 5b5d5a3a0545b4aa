import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { runBridge } from '@plenum/testbed/house';
import { listen } from '@plenum/testbed/listen';
import { runPlenum } from '@plenum/testbed/plenum';
import { runHere } from '../fixture/run-here.fixture.ts';

/**
 * Control sequences that clear the screen, set the title and hide the following text; an 8-bit CSI; a bidirectional
 * override and isolate; a line break.
 */
const hostile =
  '\u001b[2J\u001b]0;owned\u0007\u001b[8m\u009b31m\u202egnp.exe\u2066\r\nConnected to the cloud.';
const asJson = JSON.stringify(hostile).slice(1, -1);
/**
 * Control characters that must not get from a bridge to a terminal. The bold and dim codes of the command line are
 * allowed.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const unsafe = /(?!\u001b\[(?:1|2|22)m)(?![\n\t])[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

/** The demo house with hostile text in every name, in every unknown key and in every refusal. */
const startHostileBridge = async () => {
  const stack = new AsyncDisposableStack();
  const bridge = stack.use(await runBridge());
  const own = `http://127.0.0.1:${bridge.http.port}`;
  const server = createServer(async (request, response) => {
    const body = await new Response(request as never).text();
    const { method = 'GET' } = request;
    const answer = await fetch(own + request.url!, { method, ...(method === 'POST' && { body }) });
    const text = await answer.text();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    if (!answer.ok) return void response.end(`{ERROR: ${hostile}}`);
    response.end(
      text
        .replace(/"Name":"/g, `"Key ${asJson}":"${asJson}","Name":"${asJson}`)
        .replace(/"Tag1":"/g, `"Tag1":"${asJson}`),
    );
  });
  const { port } = stack.use(await listen(server));
  return {
    address: `127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

describe('the text of a hostile bridge', () => {
  let bridge: Awaited<ReturnType<typeof startHostileBridge>>;
  before(async () => {
    bridge = await startHostileBridge();
  });
  after(() => bridge[Symbol.asyncDispose]());

  for (const [env, about] of [
    [{ NO_COLOR: '1' }, 'without colours'],
    [{ FORCE_COLOR: '1' }, 'with colours'],
  ] as const)
    it(`removes control characters from the text of a bridge, ${about}`, async () => {
      for (const words of [
        ['query', bridge.address, 'zones'],
        ['query', bridge.address, 'zone', '1'],
        ['query', bridge.address, 'zones', '--json'],
        ['query', bridge.address, 'all'],
        ['query', bridge.address, 'firmware'],
        ['simulation', bridge.address],
        ['energy', bridge.address],
        ['explain', bridge.address],
        ['groups', bridge.address],
        ['control', bridge.address, 'ZoneSetpoint', 'Index=77', 'Setpoint=22C'],
      ]) {
        const { out, err } = await runHere(words, env);
        const found = `${out}${err}`;
        assert.notEqual(found.length, 0, words.join(' '));
        assert.doesNotMatch(found, unsafe, `${words.join(' ')}: ${JSON.stringify(found.slice(0, 400))}`);
        assert.doesNotMatch(found, /^Connected/m, words.join(' '));
      }
    });

  it('keeps the text of a hostile bridge readable, and complete in JSON', async () => {
    const table = await runHere(['query', bridge.address, 'zones']);
    assert.match(table.out, /\[2J\]0;owned\[8m31mgnp\.exe Connected to the cloud\./);
    const json = await runHere(['query', bridge.address, 'zones', '--json']);
    assert.ok(JSON.parse(json.out).every(({ Name }: { Name: string }) => Name.startsWith('\u001b[2J')));
  });
});

it('removes control characters from other untrusted text, such as pasted words', async () => {
  for (const words of [[`--${hostile}`], ['commands', hostile], ['query', `127.0.0.1:1${hostile}`]]) {
    const { err, code } = await runPlenum(words, { FORCE_COLOR: '1' });
    assert.notEqual(code, 0);
    assert.doesNotMatch(err, unsafe, JSON.stringify(err));
  }
});
