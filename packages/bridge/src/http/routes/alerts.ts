import type { AlertChoices } from '@plenum/protocol/alert';
import { alertEndpoints } from '@plenum/protocol/alert';
import type { AnswerOf, BodyOf, BridgeEndpoint } from '@plenum/protocol/endpoint';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Alerts } from '../../alerts/alerts.ts';
import { type Answer, toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { readBody } from '../body.ts';
import { type Route, servedAt } from '../route.ts';

const { readAlerts, saveAlerts, readAlertChoices, renewAlerts, endAlerts, testAlerts } = alertEndpoints;

const toDone = (value: unknown): Answer =>
  value === undefined ? toTextAnswer('OK') : toJsonAnswer(JSON.stringify(value));

const bind = <E extends BridgeEndpoint>(
  endpoint: E,
  act: (body: BodyOf<E>) => Result<AnswerOf<E>> | Promise<Result<AnswerOf<E>>>,
): Route => ({
  ...servedAt(endpoint),
  handle: async (request) => {
    const body = readBody(endpoint, request);
    return toAnswer(body.ok ? await act(body.value) : body, toDone);
  },
});

const toChosen = (choices: Result<AlertChoices | undefined>): Result<AnswerOf<typeof renewAlerts>> =>
  choices.ok ? ok({ choices: choices.value ?? null }) : choices;

/** Creates the routes for push notifications about alerts to browsers. */
export const createAlertsRoutes = (alerts: Alerts): Route[] => [
  bind(readAlerts, () => {
    const key = alerts.publicKey();
    return key.ok ? ok({ publicKey: key.value }) : key;
  }),
  bind(saveAlerts, alerts.save),
  bind(readAlertChoices, ({ endpoint }) => toChosen(ok(alerts.read(endpoint)))),
  bind(renewAlerts, async (renewal) => toChosen(await alerts.renew(renewal))),
  bind(endAlerts, ({ endpoint }) => alerts.end(endpoint)),
  bind(testAlerts, ({ endpoint }) => alerts.test(endpoint)),
];
