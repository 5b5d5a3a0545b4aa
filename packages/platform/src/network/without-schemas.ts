const refuse = (): never => {
  throw new Error('A route has a Fastify schema; Plenum checks what it receives with its own definitions.');
};

/**
 * The option `schemaController` for a Fastify server without Fastify schemas. With it, Fastify loads neither Ajv nor
 * its schema compilers.
 */
export const withoutSchemas = { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } };
