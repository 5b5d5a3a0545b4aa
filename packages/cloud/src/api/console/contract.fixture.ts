import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { kinds } from '@plenum/protocol/component';
import { consoleRefusals, consoleRoute, contractRouteIds } from '@plenum/protocol/console';
import { Ajv2020 } from 'ajv/dist/2020.js';

interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/**
 * Clients must tolerate unknown members, but this cloud must not send any. The tests therefore close every schema that
 * lists its members.
 */
const close = (_: string, value: Schema | null): unknown =>
  value?.properties === undefined || Object.keys(value.properties).length === 0
    ? value
    : { ...value, additionalProperties: false };

const contract = JSON.parse(
  readFileSync(new URL('../../../../../contracts/cloud.openapi.json', import.meta.url), 'utf8'),
  close,
);

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: 'contract', ...contract });

/** An operation of the contract and the status of its response. */
export interface ContractOperation {
  readonly path: string;
  readonly method: string;
  readonly status: number;
}

/** Returns the deviations of a response from the contract, including unknown members. */
export function faultsOf(value: unknown, { path, method, status }: ContractOperation): readonly string[] {
  const words = ['paths', path, method, 'responses', `${status}`, 'content', 'application/json', 'schema'];
  const pointer = words.map((word) => encodeURIComponent(word.replaceAll('/', '~1')));
  const validate = ajv.getSchema(`contract#/${pointer.join('/')}`);
  assert.ok(validate, `the contract does not say what ${method} ${path} answers with ${status}`);
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath} ${message}${params.additionalProperty ? `: ${params.additionalProperty}` : ''}`,
  );
}

const routes = contractRouteIds.map((id) => {
  const route = consoleRoute(id);
  return { id, ...route, pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

interface Answered {
  readonly status: number;
  readonly body?: unknown;
}

/**
 * Checks a response against the definition of its route: the body of a success, or the code and status of a refusal.
 */
export function assertConforms(method: 'get' | 'post', url: string, { status, body }: Answered): void {
  const route = routes.find((one) => one.method === method && one.pattern.test(url.split('?')[0]!));
  if (route === undefined) return;
  if (status < 300) {
    assert.equal(status, route.status, route.id);
    if (route.answer === undefined) assert.equal(body, undefined, route.id);
    else assert.deepEqual(faultsOf(body, { path: route.path, method, status }), [], route.id);
    return;
  }
  const { code } = body as { code?: keyof typeof consoleRefusals };
  if (code === undefined) return;
  assert.ok(route.refusals.includes(code), `${route.id} does not list ${code}`);
  const listed = consoleRefusals[code].status;
  if (typeof listed === 'number') assert.equal(status, listed, `${route.id} ${code}`);
}

const datagrams = new Set<string>(Object.values(kinds).map(({ name }) => name));

/**
 * Counts the members of records, such as `Endpoint.disabled`, that the contract defines and that the responses have
 * contained so far.
 */
export function createMemberCount() {
  const known = new Set<string>();
  const seen = new Set<string>();
  /** Walks through a schema, together with a value if there is one. */
  const count = (schema: Schema, value?: unknown): void => {
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined && datagrams.has(name)) return;
    const {
      title = '',
      items,
      properties = {},
    }: Schema = name === undefined ? schema : contract.components.schemas[name];
    if (items !== undefined) for (const item of [undefined, ...((value ?? []) as [])]) count(items, item);
    for (const [member, of] of Object.entries(properties)) {
      const found = (value as Readonly<Record<string, unknown>> | undefined)?.[member];
      known.add(`${title}.${member}`);
      if (found !== undefined) seen.add(`${title}.${member}`);
      count(of, found);
    }
  };
  return {
    add: (value: unknown, { path, method, status }: ContractOperation) =>
      count(contract.paths[path][method].responses[status].content['application/json'].schema, value),
    unseen: () => [...known.difference(seen)],
  };
}
