import { bridgeEndpoints } from '@plenum/insight/endpoint';
import { describe, toExample } from '@plenum/protocol/derive';
import type { BridgeEndpoint } from '@plenum/protocol/endpoint';
import { hostedQuirks, quirkNames, quirks } from '@plenum/protocol/quirks';
import { hostedOverrides, type Override, overrideEndpoints, overrides } from '@plenum/protocol/simulation';
import { placedFields } from '../markdown/fields.ts';
import { code, join, table } from '../markdown/markdown.ts';

const toTarget = ({ method, path, query }: BridgeEndpoint): string => {
  const keys = Object.keys(query?.members ?? {}).map((key) => `${key}=<${key}>`);
  return code(`${method.toUpperCase()} ${path}${keys.length > 0 ? `?${keys.join('&')}` : ''}`);
};

/** Endpoints with a separate row; the overrides share one row. */
const listed = Array.from(bridgeEndpoints.values()).filter(
  (endpoint) => ![...overrideEndpoints.values()].includes(endpoint),
);

/** Returns the chapter about the endpoints of a Plenum bridge that are not part of the interface. */
/** Returns a table of overrides. An example of quirks and the quirks that it accepts are given. */
const toOverrideTable = (
  all: ReadonlyMap<string, Override>,
  exampleQuirks: object,
  quirkValues: string,
): string =>
  table(
    ['Name', 'Group', 'Body', 'Values', 'Meaning'],
    Array.from(all.values(), ({ name, group, body, summary }) => [
      code(name),
      group,
      code(JSON.stringify(name === 'Quirks' ? exampleQuirks : toExample(body))),
      name === 'Quirks'
        ? quirkValues
        : placedFields(body)
            .map(({ path, field, optional }) => {
              const key = path === '' ? '' : `${path}${optional ? ' (may be left out)' : ''}: `;
              return `${key}${describe(field)}`;
            })
            .join('; '),
      summary,
    ]),
  );

export const toOwnChapter = (): string =>
  join([
    '## What this bridge adds',
    table(
      ['Endpoint', 'Serves'],
      [
        ...listed.map((endpoint) => [
          toTarget(endpoint),
          [endpoint.summary, endpoint.description ?? ''].join(' ').trim(),
        ]),
        [code('POST /simulation/<Name>'), 'One of the overrides below; the body is the value itself.'],
      ],
    ),
    '### Overrides',
    'Only a simulated house accepts them, not a real bridge.',
    toOverrideTable(overrides, { busy: 0.5, 'late-apply': 2 }, 'any of the quirks below'),
    '### Overrides in a cloud',
    'The house of a test user accepts these too (`POST /console/test-houses/{systemId}/simulation`). It keeps them until they are changed.',
    toOverrideTable(hostedOverrides, { 'late-apply': 2 }, hostedQuirks.map(code).join(', ')),
    '### Quirks',
    'The quirks of real devices, for testing clients: `plenum bridge --misbehave NAME[=VALUE],...`, or the override `Quirks`.',
    table(
      ['Name', 'Value', 'What the bridge does', 'Source', 'In a check of a bridge'],
      quirkNames.map((name) => {
        const { value, summary, source, verdict } = quirks[name];
        return [code(name), describe(value), summary, source, verdict];
      }),
    ),
  ]);
