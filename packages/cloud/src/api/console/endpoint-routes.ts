import type { AnswerOf, ConsoleRouteId } from '@plenum/protocol/console';
import type { FastifyPluginAsync } from 'fastify';
import type { Done, EndpointRef, Endpoints, Refused } from '../../delivery/endpoint/endpoint.ts';
import { toAttemptSentence } from '../../delivery/log/attempt-sentence.ts';
import type { Delivery } from '../../delivery/log/delivery-log.ts';
import { type EventRefusal, toEventSentence } from '../../delivery/refusal.ts';
import type { Act, Audit } from '../../identity/account/audit.ts';
import type { Store } from '../../kernel/database/store.ts';
import { textOf } from '../../kernel/http/text-of.ts';
import { type Answered, type Asked, done, type Guard, no, tell } from './guard.ts';
import type { OwnApp } from './own-app.ts';

export interface EndpointRoutesDeps {
  readonly guard: Guard;
  readonly own: OwnApp;
  readonly endpoints: Endpoints;
  readonly store: Store;
  readonly audit: Pick<Audit, 'record'>;
}

const noEndpoint = no(404, 'no-such-endpoint', 'The app has no such endpoint.');

const statuses: Partial<Record<EventRefusal['code'], number>> = {
  'no-such-app': 404,
  'no-such-endpoint': 404,
  'no-such-delivery': 404,
  'endpoint-disabled': 409,
  'too-many-endpoints': 409,
};

const isRefused = (outcome: object): outcome is Refused => 'refusal' in outcome;

const toNo = ({ refusal }: Refused): Answered =>
  no(statuses[refusal.code] ?? 400, refusal.code, toEventSentence(refusal));

const orDone = (outcome: Refused | Done): Answered => (isRefused(outcome) ? toNo(outcome) : done);

const orTell = <Id extends ConsoleRouteId>(id: Id, outcome: Refused | (AnswerOf<Id> & object)): Answered =>
  isRefused(outcome) ? toNo(outcome) : tell(id, outcome);

const refOf = ({ params }: Asked): EndpointRef => ({
  clientId: params.clientId!,
  endpointId: params.endpointId!,
});

const wholeOf = (text: string | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined);

/** The attempt named in the address; one that is no number is none that is kept. */
const numberOf = ({ params }: Asked): number => wholeOf(params.number) ?? 0;

const withSentence = <One extends Delivery>(delivery: One) => ({
  ...delivery,
  sentence: toAttemptSentence(delivery),
});

/** Where a developer's app hears of changes, and what became of them. */
export const createEndpointRoutes =
  ({ guard, own, endpoints, store, audit }: EndpointRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    const root = '/console/apps/:clientId/endpoints';
    const one = `${root}/:endpointId`;
    const note = (act: Act, { accountId, address, params }: Asked, endpointId: string) =>
      audit.record(store.db, { act, accountId, address, facts: { clientId: params.clientId!, endpointId } });

    app.get(
      root,
      guard.read(own(async ({ params }) => tell('endpoints', await endpoints.list(params.clientId!)))),
    );
    app.post(
      root,
      guard.change(
        own(async (asked) => {
          const outcome = await endpoints.create({
            clientId: asked.params.clientId!,
            url: textOf(asked, 'url'),
          });
          if ('endpoint' in outcome) await note('endpoint-made', asked, outcome.endpoint.id);
          return orTell('makeEndpoint', outcome);
        }),
      ),
    );
    app.get(
      one,
      guard.read(
        own(async (asked) => {
          const endpoint = await endpoints.find(refOf(asked));
          return endpoint === undefined ? noEndpoint : tell('endpoint', endpoint);
        }),
      ),
    );
    app.get(
      `${one}/deliveries`,
      guard.read(
        own(async (asked) => {
          const before = wholeOf(asked.query.before);
          const listed = await endpoints.listDeliveries(refOf(asked), before === undefined ? {} : { before });
          if (isRefused(listed)) return toNo(listed);
          return tell('deliveries', { deliveries: listed.deliveries.map(withSentence) });
        }),
      ),
    );
    app.get(
      `${one}/deliveries/:number`,
      guard.read(
        own(async (asked) => {
          const found = await endpoints.findDelivery(refOf(asked), numberOf(asked));
          return isRefused(found) ? toNo(found) : tell('delivery', withSentence(found.delivery));
        }),
      ),
    );
    app.post(
      `${one}/deliveries/:number/resend`,
      guard.change(
        own(async (asked) => orTell('resend', await endpoints.resend(refOf(asked), numberOf(asked)))),
      ),
    );
    app.get(
      `${one}/dead`,
      guard.read(own(async (asked) => orTell('dead', await endpoints.listDead(refOf(asked))))),
    );
    app.post(
      `${one}/replay`,
      guard.change(
        own(async (asked) =>
          orTell('replay', await endpoints.replay(refOf(asked), textOf(asked, 'subject') || undefined)),
        ),
      ),
    );
    app.post(
      `${one}/test`,
      guard.change(own(async (asked) => orDone(await endpoints.sendTest(refOf(asked))))),
    );
    const acts = {
      remove: [endpoints.remove, 'endpoint-removed'],
      secret: [endpoints.rotateSecret, 'endpoint-secret-changed'],
      enable: [endpoints.enable, 'endpoint-enabled'],
      disable: [endpoints.disable, 'endpoint-disabled'],
    } as const;
    for (const [name, [act, noted]] of Object.entries(acts))
      app.post(
        `${one}/${name}`,
        guard.change(
          own(async (asked) => {
            const outcome = await act(refOf(asked));
            if (isRefused(outcome)) return toNo(outcome);
            await note(noted, asked, asked.params.endpointId!);
            return 'done' in outcome ? done : tell('replaceEndpointSecret', outcome);
          }),
        ),
      );
  };
