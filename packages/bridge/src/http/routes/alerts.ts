import type { AlertChoices } from '@plenum/protocol/alert';
import { alertEndpoints } from '@plenum/protocol/alert';
import { parseBody } from '@plenum/protocol/check';
import { type AnswerOf, type BodyOf, type BridgeEndpoint, checkBody } from '@plenum/protocol/endpoint';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Alerts } from '../../alerts/alerts.ts';
import { type Answer, toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { bodyOf } from '../body.ts';
import type { HttpRequest } from '../request.ts';
import { type Route, servedAt } from '../route.ts';

const { readAlerts, saveAlerts, readAlertChoices, renewAlerts, endAlerts, testAlerts } = alertEndpoints;

/** Returns the checked body of a request, if its endpoint has one. */
const readBody = <E extends BridgeEndpoint>(endpoint: E, request: HttpRequest): Result<BodyOf<E>> => {
  if (endpoint.body === undefined) return ok(undefined as BodyOf<E>);
  const body = bodyOf(request);
  const parsed = body.ok ? parseBody(body.value) : body;
  return parsed.ok ? checkBody(endpoint, parsed.value) : parsed;
};

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
