const refuse = (): never => {
  throw new Error('A route has a Fastify schema; Plenum checks what it receives with its own definitions.');
};

/**
 * The option `schemaController` of a Fastify server that uses no Fastify schemas. With it, Fastify loads neither Ajv
 * nor the schema compilers.
 */
export const withoutSchemas = { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } };
