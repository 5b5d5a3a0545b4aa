import {
  type AnswerOf,
  endpointsCountedAs,
  listOf,
  open,
  orNull,
  type ShapeValue,
} from '@plenum/protocol/endpoint';
import { instant, object, quantity, record, word } from '@plenum/protocol/field';
import { explainedStep } from '../explain/endpoints.ts';
import { automaticKindNames, automaticSettings, checkAutomatic, defaultAutomatic } from './kinds.ts';

const { get, post } = endpointsCountedAs('automation');

/** The endings of an automatic action. */
export const automaticEndings = ['returned', 'by-person', 'replaced', 'undone'] as const;
export type AutomaticEnding = (typeof automaticEndings)[number];

const kind = word('kind of the action', automaticKindNames);

const action = open(
  'an action that is under way, or suggested',
  {
    kind,
    state: word('whether it is under way', ['suggested', 'acting']),
    since: instant('since when'),
    until: instant('when its settings return at the latest; left out if that is not known'),
    reason: explainedStep,
    commands: listOf('the commands that it sends', object('a command, `{Name: body}`')),
  },
  { optional: ['until'] },
);

const pastAction = open('an action that is over', {
  kind,
  since: instant('when it began'),
  endedAt: instant('when it ended'),
  ending: word(
    'how: its settings returned, a person changed them, a favourite took over, or a person undid it',
    automaticEndings,
  ),
  reason: explainedStep,
});

const spill = open('air for rooms that need none, in one local day', {
  from: instant('its midnight'),
  energy: orNull(quantity('kWh of the unit for that air; null if the unit is not measured')),
  discomfort: quantity('K·h by which these rooms were more than 0.5 K beyond their setpoints'),
});

const kindOnly = record('the action', { kind });
const noon = 1_767_225_600_000;
const reason = {
  code: 'may-rest',
  figures: { rooms: { value: 'Hall' } },
  sentence:
    'Every room has reached its setpoint; the air goes to Hall. The unit could rest until a room needs it.',
};

/** Endpoints for what the bridge suggests or does on its own. */
export const automationEndpoints = {
  readAutomation: get('/automation', {
    summary: 'Read what the bridge suggests or does on its own, with the reasons, and what surplus air cost.',
    isForApps: true,
    answer: open('Automatic actions.', {
      settings: automaticSettings,
      actions: listOf('actions under way and suggestions', action),
      past: listOf('the latest actions that are over, the newest last', pastAction),
      spill: listOf('the latest days with surplus air, the newest last', spill),
    }),
    example: {
      settings: defaultAutomatic,
      actions: [{ kind: 'rest', state: 'suggested', since: noon, reason, commands: [{ SysOn: 0 }] }],
      past: [{ kind: 'rest', since: noon, endedAt: noon + 900_000, ending: 'returned', reason }],
      spill: [{ from: noon, energy: 0.4, discomfort: 0.7 }],
    },
  }),
  setAutomation: post('/automation', {
    summary: 'Set what the bridge may suggest or do on its own.',
    body: automaticSettings,
    bodyExample: defaultAutomatic,
    check: checkAutomatic,
    refusals: ['not-stored'],
  }),
  acceptAction: post('/automation/accept', {
    summary: 'Do what the bridge suggests.',
    description: 'Also answers `OK` if there is no such suggestion.',
    body: kindOnly,
    bodyExample: { kind: 'mix' },
    refusals: ['not-stored', 'unconfirmed'],
  }),
  undoAction: post('/automation/undo', {
    summary: 'Undo an action under way, or dismiss a suggestion; it does not come back on this day.',
    description: 'Also answers `OK` if there is no such action.',
    body: kindOnly,
    bodyExample: { kind: 'rest' },
    refusals: ['not-stored', 'unconfirmed'],
  }),
} as const;

/** The response of `GET /automation`. */
export type AutomationAnswer = AnswerOf<typeof automationEndpoints.readAutomation>;
export type AutomaticAction = ShapeValue<typeof action>;
