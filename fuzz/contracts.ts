import { readFileSync } from 'node:fs';
import { checkCommand, targetOf } from '@plenum/protocol/command';
import { toComponentId } from '@plenum/protocol/component';

/** The part of a JSON schema that a sample needs. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly example?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
}

interface Content {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly {
              readonly name: string;
              readonly in: string;
              readonly schema: Schema;
            }[];
            readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
            readonly responses?: object;
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A request that a contract describes, with examples of its body. */
export interface Operation {
  readonly method: string;
  /** Its path, with `{name}` for parameters. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly type: string | undefined;
  /** Values of the body; none if the request has no body. */
  readonly bodies: readonly unknown[];
}

const root = new URL('../contracts/', import.meta.url);

/** Returns a value that a schema roughly allows; mutation changes it anyway. */
const toSample = (schema: Schema, document: Document, depth = 0): unknown => {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    const found = document.components.schemas[name];
    return found === undefined ? null : toSample(found, document, depth + 1);
  }
  const given = schema.const ?? schema.example ?? schema.examples?.[0] ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  if (choice !== undefined) return toSample(choice, document, depth + 1);
  if (depth > 8) return null;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, member]) => [
        key,
        toSample(member, document, depth + 1),
      ]),
    );
  if (type === 'array')
    return schema.items === undefined ? [] : [toSample(schema.items, document, depth + 1)];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  return type === 'boolean' ? true : 'text';
};

const bodiesOf = (content: Content, document: Document): readonly unknown[] => {
  const examples = Object.values(content.examples ?? {}).map(({ value }) => value);
  return examples.length > 0 ? examples : [toSample(content.schema ?? {}, document)];
};

/** Returns every request of a contract in `contracts/`, with examples of its body. */
export function readOperations(file: 'local.openapi.json' | 'cloud.openapi.json'): readonly Operation[] {
  const document = JSON.parse(readFileSync(new URL(file, root), 'utf8')) as Document;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => responses !== undefined)
      .flatMap(([method, { parameters = [], requestBody }]): Operation[] => {
        const query = Object.fromEntries(
          parameters
            .filter((one) => one.in === 'query')
            .map(({ name, schema }) => [name, toSample(schema, document)]),
        );
        const about = { method: method.toUpperCase(), path, query };
        const contents = Object.entries(requestBody?.content ?? {});
        if (contents.length === 0) return [{ ...about, type: undefined, bodies: [] }];
        return contents.map(([type, content]) => ({ ...about, type, bodies: bodiesOf(content, document) }));
      }),
  );
}

/** Returns the example messages of the contract for event endpoints. */
export function readMessages(): readonly unknown[] {
  const { components } = JSON.parse(readFileSync(new URL('events.asyncapi.json', root), 'utf8')) as {
    components: { messages: Record<string, { examples: readonly { payload: unknown }[] }> };
  };
  return Object.values(components.messages).flatMap(({ examples }) => examples.map(({ payload }) => payload));
}

/** Returns the example bodies of requests whose path matches. */
export const bodiesAt = (operations: readonly Operation[], path: RegExp): readonly unknown[] =>
  operations.filter((one) => path.test(one.path)).flatMap(({ bodies }) => bodies);

/** Returns the example requests of apps to a cloud, for a house; each command is addressed to what it changes. */
export const cloudBodies = (systemId: string): readonly unknown[] =>
  bodiesAt(readOperations('cloud.openapi.json'), /^\/dev$/).map((body) => {
    const { componentId, requestBody } = body as { componentId?: string; requestBody?: unknown };
    const command = checkCommand(requestBody);
    if (command.ok)
      return { ...(body as object), componentId: toComponentId(systemId, targetOf(command.value)) };
    return componentId === undefined
      ? body
      : { ...(body as object), componentId: componentId.replace(/^\d+/, systemId) };
  });
