import { startChild } from '../child.ts';
import { compare, type Load, type Request } from '../load.ts';
import type { Measurement, Row } from '../row.ts';

const query: Request = {
  method: 'POST',
  path: '/HvacRequestV2',
  body: '{"HvacV2Request":{"Type":1,"No":0,"No1":0}}',
};
const v1Read: Request = { method: 'GET', path: '/SystemSettings' };
const control: Request = {
  method: 'POST',
  path: '/HvacCommandV2',
  body: '{"ZoneSetpoint":{"Index":1,"Setpoint":2250}}',
};

const toRow = (name: string, peer: string, limit: number, loads: { ours: Load; peer: Load }): Row => {
  const ratio = loads.ours.rate / loads.peer.rate;
  const formatLoad = ({ rate, p99, cpu }: Load) =>
    `${Math.round(rate)}/s, p99 ${p99} ms, ${Math.round(cpu)} µs CPU`;
  return {
    name,
    measured: formatLoad(loads.ours),
    reference: `${peer}: ${formatLoad(loads.peer)}`,
    ratio,
    limit: `>= ${limit.toFixed(2)}`,
    within: ratio >= limit,
  };
};

const bytesOf = async (port: number, { method, path, body }: Request): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(body !== undefined && { body }),
  });
  return Buffer.from(await answer.arrayBuffer()).toString('base64');
};

const compareWithRawHttp = async (name: string, request: Request): Promise<Row> => {
  await using bridge = await startChild('bridge');
  await using peer = await startChild('raw-http', [await bytesOf(bridge.port, request)]);
  return toRow(name, 'raw node:http', 0.8, await compare([bridge, request], [peer, request]));
};

const compareWithCommit = async (): Promise<Row> => {
  await using bridge = await startChild('bridge');
  await using peer = await startChild('raw-commit');
  return toRow(
    'durable control',
    'raw node:http + SQLite commit',
    0.5,
    await compare([bridge, control], [peer, control]),
  );
};

/**
 * Measures the endpoints of a bridge on the local network, compared with a plain `node:http` server that sends the same
 * bytes.
 */
export const measureLocal: Measurement = async () => [
  await compareWithRawHttp('local query', query),
  await compareWithRawHttp('v1 read', v1Read),
  await compareWithCommit(),
];
