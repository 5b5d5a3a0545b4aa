import { hosting } from '@plenum/bridge/hosted';
import { limits } from '@plenum/protocol/cloud';
import { serveParent } from '../child.ts';

/** A process with as many connected houses of test users (the argument) as a cloud hosts them, at 1×. */
const count = Number(process.argv[2]);
const house = hosting.toHouseFile({ house: 'demo' });
if (!house.ok) throw new Error('The demo house cannot be read.');

const start = async (number: number) => {
  const bridge = await hosting.start({
    systemId: String(100_000_000 + number),
    // Each house of a cloud is read from its row.
    house: JSON.parse(JSON.stringify(house.value)),
    keep: async () => {},
    save: async () => {},
    requestLimits: { requests: limits.testRequests.most, requestsBytes: limits.testRequestsBytes.most },
  });
  const link = bridge.connect({
    send: (text) => {
      const { n } = JSON.parse(text) as { n: number };
      setImmediate(() => link.receive(JSON.stringify({ type: 'ack', n })));
    },
    close: () => {},
  });
  // A cloud stores a house as soon as it is created, and then frees the copy.
  (await bridge.copy())[Symbol.dispose]();
  return bridge;
};

const houses: unknown[] = [];
for (let number = 0; number < count; number++) houses.push(await start(number));
serveParent(houses.length);
