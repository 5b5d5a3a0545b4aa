import type { Catalogue } from '../command/catalogue.ts';
import { toOpenApi } from './to-openapi.ts';
import { toReference } from './to-reference.ts';

/** The generated files under `contracts/`, by name; a further one is one line here. */
export const contracts: Readonly<Record<string, (catalogue: Catalogue) => string>> = {
  'local.openapi.json': (catalogue) => `${JSON.stringify(toOpenApi(catalogue), null, 2)}\n`,
  'reference.md': toReference,
};
