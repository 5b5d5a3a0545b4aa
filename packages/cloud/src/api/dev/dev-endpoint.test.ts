import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { control, discover, openDev, refused, requestId } from './dev.fixture.ts';

onEachStore('the endpoint POST /dev', (engine) => {
  it('refuses a request to /dev without a valid token', async () => {
    await using cloud = await openDev(engine);
    const detail = 'The access token is missing or not valid.';
    const none = await cloud.anyPost(discover);
    refused(none, 401, 'InvalidUser', detail);
    assert.equal(none.headers.get('www-authenticate'), 'Bearer');
    const unknown = await cloud.anyPost(discover, 'unknown');
    refused(unknown, 401, 'InvalidUser', detail);
    assert.equal(unknown.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
    for (const Authorization of [`Basic ${cloud.token}`, cloud.token, `Bearer ${cloud.token} x`, 'Bearer '])
      refused(await cloud.anyPost(discover, undefined, { Authorization }), 401, 'InvalidUser', detail);
    cloud.tokens.revoke(cloud.token);
    refused(await cloud.post(discover), 401, 'InvalidUser', detail);
  });

  it('accepts no token from the URL or the body', async () => {
    await using cloud = await openDev(engine);
    const answer = await fetch(`${cloud.url}/dev?access_token=${cloud.token}`, {
      method: 'POST',
      body: JSON.stringify(discover),
    });
    assert.equal(answer.status, 401);
    refused(
      await cloud.anyPost({ ...discover, access_token: cloud.token }),
      401,
      'InvalidUser',
      'The access token is missing or not valid.',
    );
  });

  it('accepts the authentication scheme in upper and lower case (RFC 9110, 11.1)', async () => {
    await using cloud = await openDev(engine);
    const { status } = await cloud.anyPost(discover, undefined, { Authorization: `bearer ${cloud.token}` });
    assert.equal(status, 200);
  });

  it('refuses a request to /dev if its token has another scope', async () => {
    await using cloud = await openDev(engine);
    const token = cloud.tokens.issue('ann', { scopes: ['pair-bridge'] });
    const answer = await cloud.anyPost(discover, token);
    refused(
      answer,
      403,
      'UserNotAllowed',
      'The access token does not allow this; it needs the scope query-control.',
    );
    assert.match(answer.headers.get('www-authenticate')!, /insufficient_scope/);
  });

  it('includes the request id in the refusal of a malformed request to /dev, if the id is valid', async () => {
    await using cloud = await openDev(engine);
    const invalid = async (body: unknown, detail: string) =>
      refused(await cloud.post(body), 400, 'InvalidRequest', detail);
    await invalid({ requestId }, 'The key requestType is missing.');
    await invalid(
      { ...discover, requestType: 'discover' },
      'requestType: "discover" is not one of Discover, Query, Control.',
    );
    await invalid({ ...discover, more: 1 }, 'There is no key "more". Use one of requestId, requestType.');
    await invalid({ requestId, requestType: 'Query' }, 'The key componentId is missing.');
    await invalid({ ...control, requestBody: [] }, 'requestBody: [] is not an object.');
  });

  it('refuses a request with a malformed id and responds with another id', async () => {
    await using cloud = await openDev(engine);
    const invalid = async (body: unknown, detail: string) => {
      const answer = await cloud.post(body);
      refused(answer, 400, 'InvalidRequest', detail, answer.headers.get('x-request-id')!);
    };
    await invalid({ ...discover, requestId: '1' }, 'requestId: "1" is not a UUID.');
    await invalid({ requestType: 'Discover' }, 'The key requestId is missing.');
    await invalid('[]', 'The body is not a JSON object with a request.');
    await invalid(
      '{',
      "The body is not JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2).",
    );
    await invalid('', 'The body is not JSON: Unexpected end of JSON input.');
    await invalid(
      `{"requestId":"${requestId}","requestType":"Discover","requestType":"Discover"}`,
      'The body has the same key twice. Send each key once.',
    );
    await invalid(
      Buffer.concat([Buffer.from('{"requestId":"'), Buffer.from([0xff]), Buffer.from('"}')]),
      'The body is not valid UTF-8.',
    );
    await invalid(`${'['.repeat(17)}${']'.repeat(17)}`, 'The body is nested deeper than 16 levels.');
  });

  it('accepts a body of 65,536 bytes at /dev and refuses one that is a byte longer', async () => {
    await using cloud = await openDev(engine);
    const padded = (length: number) => {
      const body = JSON.stringify(discover);
      return `${body}${' '.repeat(length - body.length)}`;
    };
    assert.equal((await cloud.post(padded(65_536))).status, 200);
    const { status, body } = await cloud.post(padded(65_537));
    assert.equal(status, 413);
    assert.deepEqual(body.response, {
      result: 'InvalidRequest',
      detail: 'The body is larger than 65536 bytes.',
    });
  });

  it('accepts any Content-Type at /dev, and a request without one', async () => {
    await using cloud = await openDev(engine);
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'x/y'])
      assert.equal((await cloud.post(discover, { 'Content-Type': type })).status, 200, type);
    assert.equal((await cloud.post(Buffer.from(JSON.stringify(discover)))).status, 200);
  });

  it('accepts a body over HTTP/2 without a type or a length', async () => {
    await using cloud = await openDev(engine);
    const session = connectHttp2(cloud.url);
    const call = session.request({
      ':method': 'POST',
      ':path': '/dev',
      authorization: `Bearer ${cloud.token}`,
    });
    call.end(JSON.stringify(discover));
    const [head] = await once(call, 'response');
    assert.equal(head[':status'], 200);
    assert.match(await text(call), /"requestType":"Discover"/);
    session.destroy();
  });

  it('accepts only POST at /dev', async () => {
    await using cloud = await openDev(engine);
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await fetch(`${cloud.url}/dev`, { method });
      assert.equal(answer.status, 405, method);
      assert.equal(answer.headers.get('allow'), 'POST');
      const { response } = (await answer.json()) as { response: unknown };
      assert.deepEqual(response, { result: 'InvalidRequest', detail: 'This URL accepts only POST.' });
    }
  });
});
