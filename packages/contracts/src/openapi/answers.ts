import type { JsonSchema } from '@plenum/protocol/derive';
import { type RefusalCode, refusalExamples, refusals } from '@plenum/protocol/refusal';
import { toErrorText } from '@plenum/protocol/v1';

/** A fragment of an OpenAPI document. */
export type OpenApi = { readonly [word: string]: unknown };

const meanings: Readonly<Record<number, string>> = {
  400: 'Malformed, unknown or out of range.',
  401: 'The access key of the bridge is missing or wrong.',
  403: 'Not allowed from here: a foreign host or origin, or a read-only bridge.',
  404: 'There is nothing here.',
  405: 'This path accepts another method.',
  409: 'Refused in the current state of the house.',
  413: 'The body is too large.',
  503: 'The bridge could not carry out the request.',
};

const statuses = Object.keys(meanings).map(Number);

/** Refusals that are not part of this document: those of files, of the original interface, and of a cloud. */
const elsewhere: readonly RefusalCode[] = [
  'unusable-word',
  'wrong-file',
  'min-not-below-max',
  'local-only',
  'garage-not-allowed',
  'wrong-component',
  'too-late',
  'not-wanted',
  'too-many-controls',
];

const toText = (code: RefusalCode) => toErrorText({ code, ...refusalExamples[code] });

const codesOf = (status: number) =>
  (Object.keys(refusals) as RefusalCode[]).filter(
    (code) => refusals[code].status === status && !elsewhere.includes(code),
  );

/** Returns a plain-text body with examples by name. */
export const plainText = (examples: Readonly<Record<string, string>>): OpenApi => ({
  'text/plain': {
    schema: { type: 'string' },
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  },
});

/** Returns a JSON body with an example. */
/** Returns a reference to a named schema of the contract. */
export const refer = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export const json = (schema: JsonSchema, example: unknown): OpenApi => ({
  'application/json': { schema, examples: { example: { value: example } } },
});

/** The refusals as responses by status, such as `Refused400`. */
export const refusedResponses: OpenApi = Object.fromEntries(
  statuses.map((status) => [
    `Refused${status}`,
    {
      description: meanings[status],
      content: plainText(Object.fromEntries(codesOf(status).map((code) => [code, toText(code)]))),
    },
  ]),
);

/** Returns references to the refusals that an operation may return. */
export const refused = (...of: readonly number[]): OpenApi =>
  Object.fromEntries(
    of.map((status) => [String(status), { $ref: `#/components/responses/Refused${status}` }]),
  );

/** Any refusal of the original interface, with status 200. */
export const v1Refusal = toText('min-not-below-max');
