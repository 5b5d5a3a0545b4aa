import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { post, send } from '../../fixture/http.fixture.ts';
import { startSmallBridge } from '../../fixture/start-small-bridge.fixture.ts';

describe('GET /healthz', () => {
  it('responds to GET /healthz with ok and the id of the bridge', async () => {
    await using bridge = await startSmallBridge();
    const { status, text } = await send(bridge.http.port, '/healthz');
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(text), { status: 'ok', uid: bridge.identity.uid });
  });
});

describe('HEAD /healthz', () => {
  it('responds to HEAD /healthz with the headers of GET and no body, without a key', async () => {
    await using bridge = await startSmallBridge({ accessKey: 'open-sesame' });
    const { port } = bridge.http;
    const { headers: expected } = await send(port, '/healthz');
    const { status, headers, text } = await send(port, '/healthz', { method: 'HEAD' });
    assert.deepEqual([status, text], [200, '']);
    assert.equal(headers['content-length'], expected['content-length']);
    assert.equal(headers['content-type'], expected['content-type']);
  });

  it('lists HEAD and GET when it refuses another method for /healthz', async () => {
    await using bridge = await startSmallBridge();
    const { status, headers, text } = await send(bridge.http.port, '/healthz', { method: 'DELETE' });
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD']);
    assert.equal(text, '{ERROR: /healthz accepts only GET and HEAD.}');
  });
});

describe('GET /metrics', () => {
  it('counts requests by endpoint and outcome, and shows the readings of the installation', async () => {
    await using bridge = await startSmallBridge();
    const { port } = bridge.http;
    await post(port, '/HvacRequestV2', { HvacV2Request: { Type: 1, No: 0, No1: 0 } });
    await post(port, '/HvacCommandV2', { SysOn: 7 });
    await post(port, '/SystemON', { SystemON: 'maybe' });
    await send(port, '/nowhere');
    const { headers, text } = await send(port, '/metrics');
    assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
    const count = (name: string) =>
      new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\d+)$`, 'm').exec(text)?.[1];
    assert.equal(count('plenum_http_requests_total{endpoint="query",outcome="done"}'), '1');
    assert.equal(count('plenum_http_requests_total{endpoint="control",outcome="refused"}'), '1');
    assert.equal(count('plenum_http_requests_total{endpoint="v1-command",outcome="refused"}'), '1');
    assert.equal(count('plenum_http_requests_total{endpoint="none",outcome="refused"}'), '1');
    assert.equal(count('plenum_unit_setpoint_celsius'), '22');
  });
});
