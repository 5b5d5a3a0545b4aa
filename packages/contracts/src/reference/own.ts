import { describe, toExample } from '@plenum/protocol/derive';
import { quirkNames, quirks } from '@plenum/protocol/quirks';
import { overrides } from '@plenum/protocol/simulation';
import { placedFields } from '../markdown/fields.ts';
import { code, join, table } from '../markdown/markdown.ts';

/** The chapter of what a Plenum bridge serves beyond the interface. */
export const toOwnChapter = (): string =>
  join([
    '## What this bridge adds',
    table(
      ['Endpoint', 'Serves'],
      [
        [
          code('GET /events'),
          'server-sent events: first `snapshot` with every component, then `change` with each changed component as a whole; in front of a real bridge also `device`: whether that answers, and `unconfirmed` for a command that it accepted and then did not show',
        ],
        [code('GET /history/series'), 'the names of the recorded series, and when the record begins'],
        [
          code('GET /history?series=zone.0.Temp,unit.Temp&from=<ms>&to=<ms>&points=<n>'),
          'recorded values, in the units of the wire: the last one in each step',
        ],
        [
          code('GET /history?series=power.0.0.Wh,zone.0.Temp&from=<ms>&to=<ms>&step=<ms>'),
          'the mean, least and most in each step; of a series in Wh the energy',
        ],
        [
          code('GET /history/events?from=<ms>&to=<ms>'),
          'what happened: commands and by whom, changes of mode and setpoint, faults, commands that a real bridge did not show',
        ],
        [
          code('GET /energy?by=day&from=<ms>&to=<ms>'),
          'energy by hour, day, week, month or year: used, generated, from and to the grid, of each channel, its cost, and the same of the time before',
        ],
        [code('GET /energy/tariff'), 'the tariff that the cost is counted by'],
        [code('POST /energy/tariff'), 'sets it; kept by the bridge'],
        [code('GET /favourites/exceptions'), 'what favourites do on some dates, other than in every week'],
        [
          code('POST /favourites/exceptions'),
          'skips a favourite on one date, lets it run at other times, or lets none run until a date of return; its week stays as it is',
        ],
        [code('POST /favourites/exceptions/end'), 'takes that back'],
        [code('GET /groups'), 'the groups of rooms that the owner made'],
        [code('POST /groups'), 'makes one, or gives it other rooms or another name; kept by the bridge'],
        [code('POST /groups/remove'), 'removes one; its rooms stay as they are'],
        [
          code('GET /time-zone'),
          'the time zone of the house, and whether it is `from` the file of the house, its owner or the machine of the bridge',
        ],
        [code('POST /time-zone'), 'sets it in front of a real bridge; kept by the bridge'],
        [`${code('GET /healthz')}, ${code('HEAD')}`, '`{"status":"ok","uid":"000000001"}`'],
        [code('GET /metrics'), 'counters and gauges in the text format of Prometheus'],
        [
          code('GET /simulation'),
          'clock, weather, people, open windows and faults of a simulated house, and the quirks of its bridge',
        ],
        [code('POST /simulation/<Name>'), 'one of the overrides below; the body is the value itself'],
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
    'What real devices do, for testing clients: `plenum bridge --misbehave NAME[=VALUE],...`, or the override `Quirks`.',
    table(
      ['Name', 'Value', 'What the bridge does', 'Source', 'In a check of a bridge'],
      quirkNames.map((name) => {
        const { value, summary, source, verdict } = quirks[name];
        return [code(name), describe(value), summary, source, verdict];
      }),
    ),
  ]);
