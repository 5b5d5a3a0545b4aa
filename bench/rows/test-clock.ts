import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startCloud, startHouse, type TestCloud } from '@plenum/testing';
import { post } from '../cloud/post.ts';
import type { Measurement, Row } from '../row.ts';

/** Starts an endpoint that refuses everything. */
const startFailing = async () => {
  let count = 0;
  const server = createServer((_, response) => {
    count++;
    response.writeHead(500).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    count: () => count,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};

const secondsOf = async (work: () => Promise<void>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
};

const toRow = (name: string, seconds: number, most: number): Row => ({
  name,
  measured: `${seconds.toFixed(2)} s`,
  reference: '',
  limit: `${most} s`,
  within: seconds < most,
});

const measureRetries = async (): Promise<Row> => {
  await using cloud = await startCloud();
  await using endpoint = await startFailing();
  await cloud.clock.scale(0);
  await cloud.addEndpoint(endpoint.url);
  await using _house = await startHouse({ cloud });
  const seconds = await secondsOf(() => cloud.clock.step('90h'));
  return toRow(`retries of 75 h at a failing endpoint (${endpoint.count()} attempts)`, seconds, 2);
};

const refresh = async ({ url, app }: TestCloud, token: string): Promise<string> => {
  const body = new URLSearchParams({
    client_id: app.clientId,
    grant_type: 'refresh_token',
    refresh_token: token,
  });
  const answer = await post(`${url}/token`, body.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
  return (JSON.parse(answer) as { refresh_token: string }).refresh_token;
};

/** An app that refreshes its token each time it expires. */
const measureYear = async (): Promise<Row> => {
  const hours = 365 * 24;
  await using cloud = await startCloud();
  let token = cloud.tokens.refreshToken;
  const seconds = await secondsOf(async () => {
    for (let count = 0; count < hours; count++) {
      await cloud.clock.step('1h');
      token = await refresh(cloud, token);
    }
  });
  return toRow(`a year of refreshes, one each hour (${hours})`, seconds, 30);
};

/** Measures how fast the test clock of a cloud passes through what is due. */
export const measureTestClock: Measurement = async () => [await measureRetries(), await measureYear()];
