import type { Catalogue } from '@plenum/protocol/command';
import { toAsyncApi } from './to-asyncapi.ts';
import { toCloudOpenApi } from './to-cloud-openapi.ts';
import { toOpenApi } from './to-openapi.ts';
import { toProto } from './to-proto.ts';

const toText = (document: unknown) => `${JSON.stringify(document, null, 2)}\n`;

/** The generated files under `contracts/`, by name. To add one, add a line here. */
export const contracts: Readonly<Record<string, (catalogue: Catalogue) => string>> = {
  'local.openapi.json': (catalogue) => toText(toOpenApi(catalogue)),
  'cloud.openapi.json': (catalogue) => toText(toCloudOpenApi(catalogue)),
  'cloud.proto': toProto,
  'events.asyncapi.json': () => toText(toAsyncApi()),
};
