import { interventions } from '../../simulation/catalogue.ts';
import { describe } from '../describe.ts';
import { toExample } from '../to-example.ts';
import { placedFields } from './fields.ts';
import { code, join, table } from './markdown.ts';

/** The chapter of what a Plenum bridge serves beyond the interface document. */
export const toOwnChapter = (): string =>
  join([
    '## What this bridge adds',
    table(
      ['Endpoint', 'Serves'],
      [
        [
          code('GET /events'),
          'server-sent events: `snapshot` first with every component, then `change` with those that changed, whole',
        ],
        [code('GET /history/series'), 'the names of the series there are'],
        [
          code('GET /history?series=zone.0.Temp,unit.Temp&from=<ms>&to=<ms>&points=<n>'),
          'what was measured, on the scale of the wire',
        ],
        [code('GET /healthz'), '`{"status":"ok","uid":"000000001"}`'],
        [code('GET /metrics'), 'counters and gauges in the text format of Prometheus'],
        [code('GET /simulation'), 'clock, weather, people, open windows and faults of a simulated house'],
        [code('POST /simulation/<Name>'), 'one of the interventions below; the body is the value itself'],
      ],
    ),
    '### Interventions',
    'A simulated house takes them; a real one behind the bridge does not.',
    table(
      ['Name', 'Group', 'Body', 'Values', 'Meaning'],
      Array.from(interventions.values(), ({ name, group, body, summary }) => [
        code(name),
        group,
        code(JSON.stringify(toExample(body))),
        placedFields(body)
          .map(({ path, field, optional }) => {
            const key = path === '' ? '' : `${path}${optional ? ' (may be left out)' : ''}: `;
            return `${key}${describe(field)}`;
          })
          .join('; '),
        summary,
      ]),
    ),
  ]);
