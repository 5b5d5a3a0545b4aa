import type { AlertChoices, AlertsAnswer, AlertsChosen } from '@plenum/protocol/alert';
import { checkAlertRenewal, checkAlertSubscription, checkAlertSubscriptionRef } from '@plenum/protocol/alert';
import { parseBody } from '@plenum/protocol/check';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Alerts } from '../../alerts/alerts.ts';
import { type Answer, toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { bodyOf } from '../body.ts';
import type { HttpRequest } from '../request.ts';
import type { Route } from '../route.ts';

const path = '/alerts';

/**
 * `GET /alerts` answers the key that browsers subscribe with; `POST /alerts/save`, `/read`, `/renew`, `/end` and `/test` are about the
 * subscription of one browser, which it names by the address that only it and its push service know.
 */
export const createAlertsRoutes = (alerts: Alerts): Route[] => {
  const about = async <Given, Value>(
    request: HttpRequest,
    check: (input: unknown) => Result<Given>,
    act: (given: Given) => Result<Value> | Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    const body = bodyOf(request);
    const parsed = body.ok ? parseBody(body.value) : body;
    const checked = parsed.ok ? check(parsed.value) : parsed;
    return checked.ok ? act(checked.value) : checked;
  };
  const done = (result: Result<undefined>): Answer => toAnswer(result, () => toTextAnswer('OK'));
  const chosen = (result: Result<AlertChoices | undefined>): Answer =>
    toAnswer(result, (choices) =>
      toJsonAnswer(JSON.stringify({ choices: choices ?? null } satisfies AlertsChosen)),
    );
  const post = (name: string, handle: (request: HttpRequest) => Promise<Answer>): Route => ({
    method: 'POST',
    path: `${path}/${name}`,
    endpoint: 'alerts',
    handle,
  });
  return [
    {
      method: 'GET',
      path,
      endpoint: 'alerts',
      handle: () =>
        toAnswer(alerts.publicKey(), (publicKey) =>
          toJsonAnswer(JSON.stringify({ publicKey } satisfies AlertsAnswer)),
        ),
    },
    post('save', async (request) => done(await about(request, checkAlertSubscription, alerts.save))),
    post('read', async (request) =>
      chosen(await about(request, checkAlertSubscriptionRef, ({ endpoint }) => ok(alerts.read(endpoint)))),
    ),
    post('renew', async (request) => chosen(await about(request, checkAlertRenewal, alerts.renew))),
    post('end', async (request) =>
      done(await about(request, checkAlertSubscriptionRef, ({ endpoint }) => alerts.end(endpoint))),
    ),
    post('test', async (request) =>
      done(await about(request, checkAlertSubscriptionRef, ({ endpoint }) => alerts.test(endpoint))),
    ),
  ];
};
