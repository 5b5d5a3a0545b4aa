import { bridgeEndpoints } from '@plenum/insight/endpoint';
import { describe, toExample } from '@plenum/protocol/derive';
import type { BridgeEndpoint } from '@plenum/protocol/endpoint';
import { quirkNames, quirks } from '@plenum/protocol/quirks';
import { overrideEndpoints, overrides } from '@plenum/protocol/simulation';
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
    table(
      ['Name', 'Group', 'Body', 'Values', 'Meaning'],
      Array.from(overrides.values(), ({ name, group, body, summary }) => [
        code(name),
        group,
        code(JSON.stringify(name === 'Quirks' ? { busy: 0.5, 'late-apply': 2 } : toExample(body))),
        name === 'Quirks'
          ? 'any of the quirks below'
          : placedFields(body)
              .map(({ path, field, optional }) => {
                const key = path === '' ? '' : `${path}${optional ? ' (may be left out)' : ''}: `;
                return `${key}${describe(field)}`;
              })
              .join('; '),
        summary,
      ]),
    ),
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
