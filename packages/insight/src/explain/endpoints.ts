import { componentKinds } from '@plenum/protocol/component';
import { either, endpointsCountedAs, listOf, mapOf, open, typed } from '@plenum/protocol/endpoint';
import { instant, number, object, quantity, text, word } from '@plenum/protocol/field';
import { activities } from '../status/activity.ts';
import { type ExplanationAnswer, figureUnits } from './explanation.ts';

const { get } = endpointsCountedAs('explain');
const code = text('a code that stays the same even if the words change');
const sentence = text('a sentence, in °C and the time of the house');
const figures = mapOf(
  'figures by name: a number with its unit (`ms` is a point in time, ms UTC), or a text',
  open(
    'a figure',
    {
      value: either('a number or a text', quantity('a number'), text('a text')),
      unit: word('its unit', figureUnits),
    },
    { optional: ['unit'] },
  ),
);
/** A sentence with its code and figures. */
export const explainedStep = open('a link of the chain', { code, figures, sentence });
const change = open(
  'changes that would have an effect',
  {
    code,
    figures,
    commands: listOf('the commands for it; none if a person has to do something', object('a command')),
    effects: listOf('effects on other rooms, also in the sentence', open('an effect', { code, figures })),
    sentence,
  },
  { optional: ['effects'] },
);

const example: ExplanationAnswer = {
  kind: 'zone',
  index: 3,
  name: 'Study',
  at: 1_767_225_600_000,
  timeZone: 'Australia/Sydney',
  status: {
    code: 'unit-off',
    activity: 'off',
    facts: { temperature: 2550, setpoint: 2100, opening: 0, limit: 100 },
    sentence: 'The system is off.',
  },
  steps: [
    {
      code: 'warmer',
      figures: {
        temperature: { value: 25.5, unit: '°C' },
        difference: { value: 4.5, unit: 'K' },
        setpoint: { value: 21, unit: '°C' },
      },
      sentence: 'It is 25.5 °C, 4.5 K above its setpoint of 21.0 °C.',
    },
    { code: 'unit-off', figures: {}, sentence: 'The system is off.' },
  ],
  changes: [{ code: 'switch-on', figures: {}, commands: [{ SysOn: 1 }], sentence: 'Switch the system on.' }],
};

/** Endpoint that explains the state of a component. */
export const explainEndpoints = {
  explain: get('/explain', {
    summary: 'Read why a component is in its current state, and what would change that.',
    isForApps: true,
    query: open('what to explain', {
      component: text('`unit`, `zone.N`, `split.N` or `vrf.N`, counted as on the wire'),
    }),
    answer: typed<ExplanationAnswer>()(
      open('The explanation.', {
        kind: word('its kind', componentKinds),
        index: number('among its kind'),
        name: text('its name'),
        at: instant('the time of the house'),
        timeZone: text('IANA name of the time zone of times in sentences'),
        status: open('its current activity', {
          code,
          activity: word('in a word', activities),
          facts: object('in the sentence'),
          sentence,
        }),
        steps: listOf(
          'the chain from its setpoint to the air that it gets, in the order of their effect',
          explainedStep,
        ),
        changes: listOf('changes that would have an effect', change),
      }),
    ),
    example,
    refusals: ['not-installed', 'stale'],
  }),
} as const;
