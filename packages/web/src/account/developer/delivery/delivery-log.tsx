import { cloudLimits } from '@plenum/protocol/cloud';
import { ActButton } from '../../../design/act-button.tsx';
import { Breakable } from '../../../design/breakable.tsx';
import { Asked } from '../../frame/asked.tsx';
import { toHash } from '../../frame/place.ts';
import type { EndpointRef } from '../endpoint/endpoints.ts';
import { showDays, showIn, showMoment, showTook } from '../part/instants.ts';
import { type Delivery, showSubject, showVerdict, useDeliveries } from './deliveries.ts';
import './delivery.css';

/** What follows from an attempt that failed. */
const showNext = ({ verdict, nextAt, attempt }: Delivery): string => {
  if (verdict === 'delivered') return attempt > 1 ? `on attempt ${attempt}` : '';
  if (verdict === 'dead') return 'given up';
  if (verdict === 'gone') return 'disabled';
  const now = Date.now();
  return nextAt === undefined || nextAt <= now ? '' : `next try ${showIn(nextAt, now)}`;
};

const Row = ({ of, delivery }: { of: EndpointRef; delivery: Delivery }) => {
  const { number, at, verdict, latency } = delivery;
  const href = toHash('developer', 'app', of.clientId, 'endpoint', of.endpointId, 'attempt', String(number));
  return (
    <li>
      <a className="attempt" href={href} data-verdict={verdict}>
        <span className="attempt__verdict">{showVerdict(delivery)}</span>
        <span className="attempt__what">
          <Breakable text={showSubject(delivery)} />
        </span>
        <span className="attempt__next num">{showNext(delivery)}</span>
        <time className="attempt__at num" dateTime={new Date(at).toISOString()}>
          {showMoment(at)}
        </time>
        <span className="attempt__took num">{showTook(latency)}</span>
      </a>
    </li>
  );
};

const { age, rows } = cloudLimits.deliveryLog;
const kept = `Every attempt of the last ${showDays(age)}, at most ${rows}, latest first`;

/** Every attempt to deliver something, latest first. */
export const DeliveryLog = ({ of }: { of: EndpointRef }) => {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...rest } = useDeliveries(of);
  return (
    <section className="panel card" aria-labelledby="deliveries">
      <div>
        <h2 id="deliveries">Deliveries</h2>
        <p className="quiet small">{kept}</p>
      </div>
      <Asked of={{ ...rest, data: data?.pages.flat() }} what="the deliveries">
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">
              Nothing was sent yet. Send a test event, or let somebody allow the app and change something in
              their house.
            </p>
          ) : (
            <>
              <ol className="attempts rows">
                {all.map((delivery) => (
                  <Row key={delivery.number} of={of} delivery={delivery} />
                ))}
              </ol>
              {hasNextPage && (
                <ActButton look="small" isBusy={isFetchingNextPage} onPress={() => void fetchNextPage()}>
                  Older attempts
                </ActButton>
              )}
            </>
          )
        }
      </Asked>
    </section>
  );
};
