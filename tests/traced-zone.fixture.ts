import { connectCloud } from '@plenum/client';
import { demo, enterAccount } from '@plenum/testbed/account';
import { startEverything } from '@plenum/testbed/everything';
import { startReceiver } from '@plenum/testbed/receiver';

/** Starts a house, a cloud and an endpoint, with an app that controls a zone. `more` are options of `plenum start`. */
export async function startTracedZone(...more: readonly string[]) {
  await using stack = new AsyncDisposableStack();
  const plenum = stack.use(await startEverything(...more));
  const receiver = stack.use(await startReceiver());
  const owner = await enterAccount(plenum.cloud);
  const { access } = await owner.allowApp();
  const cloud = connectCloud({ url: plenum.cloud, tokens: { accessToken: access } });
  const { components } = await cloud.discover();
  const zone = components.find(({ componentId }) => componentId.endsWith('_hvac_zone_1'))!.componentId;
  await owner.call(`/console/apps/${demo.clientId}/endpoints`, { url: receiver.url });
  // The Sync and the Event with every component that a new endpoint gets.
  await receiver.came(2);
  receiver.messages.length = 0;
  const running = stack.move();
  return {
    plenum,
    access,
    zone,
    /** Sets the setpoint of the zone through the cloud. */
    control: (Setpoint: number, traceparent?: string) =>
      cloud.control(
        zone,
        { ZoneSetpoint: { Index: 1, Setpoint } },
        traceparent === undefined ? {} : { traceparent },
      ),
    /** Sets the setpoint of the zone on the local network. */
    controlLocally: async (Setpoint: number, traceparent?: string) => {
      const answer = await fetch(`${plenum.bridge}/HvacCommandV2`, {
        method: 'POST',
        headers: traceparent === undefined ? {} : { traceparent },
        body: JSON.stringify({ ZoneSetpoint: { Index: 1, Setpoint } }),
      });
      if ((await answer.text()) !== 'OK') throw new Error(`The setpoint ${Setpoint} was refused.`);
    },
    /** Returns the `traceparent` of the event about a setpoint that only this test sets. */
    headerOf: async (setpoint: number) => {
      for (let count = 1; ; count++) {
        await receiver.came(count);
        const { body, headers } = receiver.messages[count - 1]!;
        if (body.includes(zone) && body.includes(`"Setpoint":${setpoint}`)) return headers.traceparent;
      }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
