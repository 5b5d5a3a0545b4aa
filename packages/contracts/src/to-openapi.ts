import type { Catalogue } from '@plenum/protocol/command';
import { componentKinds, kinds } from '@plenum/protocol/component';
import { toCommandSchema, toDatagramSchema } from '@plenum/protocol/derive';
import { type OpenApi, refusedResponses } from './openapi/answers.ts';
import { toCurrentPaths } from './openapi/current.ts';
import { toOriginalPaths } from './openapi/original.ts';
import { toOwnPaths } from './openapi/own.ts';

const description = `The local interface of a Plenum bridge, in its neutral words; a dialect
renames some of them. Temperatures are integers in hundredths of a degree Celsius, flags are 0 or 1. Commands are closed:
what is unknown or out of range is refused with a sentence. Answers are open: fields and values may be added.`;

const tags = [
  {
    name: 'current',
    description: 'The current interface (v2): one query path and one control path per subsystem.',
  },
  {
    name: 'original',
    description: 'The original interface (v1): plain reads and commands with text values.',
  },
  { name: 'bridge', description: 'What this bridge adds: live changes, history, health and metrics.' },
  {
    name: 'simulation',
    description: 'The controls of a simulated house; absent in front of a real bridge.',
  },
];

const servers = [
  {
    url: 'http://{bridge}:{port}',
    description: 'A bridge on the local network.',
    variables: {
      bridge: { default: '192.168.1.20', description: 'The address from discovery.' },
      port: { default: '80', description: 'The port from discovery; 80 if it gives none.' },
    },
  },
];

/** Returns the OpenAPI 3.1 description of all endpoints of a bridge on the local network. */
export const toOpenApi = (catalogue: Catalogue): OpenApi => ({
  openapi: '3.1.0',
  info: {
    title: 'Plenum bridge',
    version: '0.1.0',
    description: description.replaceAll('\n', ' '),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers,
  security: [{}, { accessKey: [] }],
  tags,
  paths: { ...toCurrentPaths(catalogue), ...toOriginalPaths(), ...toOwnPaths() },
  components: {
    schemas: {
      ...Object.fromEntries(componentKinds.map((kind) => [kinds[kind].name, toDatagramSchema(kinds[kind])])),
      ...Object.fromEntries(
        Array.from(catalogue.values(), (command) => [`${command.name}Command`, toCommandSchema(command)]),
      ),
    },
    responses: refusedResponses,
    securitySchemes: {
      accessKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'Only if the bridge has an access key.',
      },
    },
  },
});
