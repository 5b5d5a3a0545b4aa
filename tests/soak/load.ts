import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SeededRandom } from '@plenum/testbed/seeded-random';
import type { House } from './houses.ts';
import type { Person } from './people.ts';
import { findStrangers, readDevices, requestAs } from './requests.ts';
import type { World } from './world.ts';

/** The requests since the beginning of the soak. */
export interface Sent {
  /** Unique names of the controls sent through the cloud, and of the commands sent to a house on its network. */
  readonly sent: Set<string>;
  /** Names of those that were confirmed with OK. */
  readonly acknowledged: Set<string>;
  /** Data of other people that a person received. */
  readonly strangers: string[];
  /** Other responses, with their numbers. */
  readonly refused: Map<string, number>;
  /** Successful reads of all components by a person. */
  reads: number;
}

export const createSent = (): Sent => ({
  sent: new Set(),
  acknowledged: new Set(),
  strangers: [],
  refused: new Map(),
  reads: 0,
});

/** Attempts of one control with the same request id, and the pause between two of them in ms. */
const retries = { count: 12, pause: 500 };
/** Longest pauses between two operations of the same worker, in ms. */
const pauses = { control: 150, local: 600, read: 3_000 };
const localTimeout = 5_000;

/** The zones that controls through the cloud rename, and those that commands on the local network rename. */
const zones = { cloud: 0, local: 1 };

const note = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

/** Sends a control like an app: repeats it with the same request id until the response is OK. */
const control = async (
  world: World,
  sent: Sent,
  { person, systemId }: { person: Person; systemId: string },
) => {
  const [requestId, name] = [randomUUID(), `c${sent.sent.size}`];
  sent.sent.add(name);
  for (let tries = 0; tries < retries.count; tries++) {
    const answer = await requestAs(world.url, person, {
      requestId,
      requestType: 'Control',
      componentId: `${systemId}_hvac_zone_${zones.cloud}`,
      requestBody: { ZoneName: { Index: zones.cloud, Name: name } },
    });
    if (answer.result === 'OK') return void sent.acknowledged.add(name);
    note(sent.refused, answer.reason);
    await pause(retries.pause);
  }
};

/** Sends a command to a house on its network, once. */
const commandHouse = async ({ url }: House, sent: Sent) => {
  const name = `l${sent.sent.size}`;
  sent.sent.add(name);
  const body = JSON.stringify({ ZoneName: { Index: zones.local, Name: name } });
  const signal = AbortSignal.timeout(localTimeout);
  const text = await fetch(`${url}/HvacCommandV2`, { method: 'POST', body, signal }).then(
    (answer) => answer.text(),
    () => 'no response on the local network',
  );
  if (text === 'OK') sent.acknowledged.add(name);
  else note(sent.refused, text);
};

const read = async (world: World, sent: Sent, person: Person) => {
  const devices = await readDevices(world.url, person);
  if (devices === undefined) return;
  sent.reads++;
  sent.strangers.push(...findStrangers(person, devices));
};

/** Sends controls, commands, reads and changes of bridges until disposed of. */
export const startLoad = (world: World, sent: Sent, random: SeededRandom): AsyncDisposable => {
  let isOver = false;
  const work = async (name: string, longest: number, act: (choices: SeededRandom) => Promise<void>) => {
    const choices = random.fork(name);
    while (!isOver) {
      await act(choices);
      await pause(choices.fraction() * longest);
    }
  };
  const changes = random.fork('changes');
  const changing = setInterval(() => {
    for (const { bridge } of world.fleets.bridges) if (changes.fraction() < 0.1) bridge.change();
  }, 100);
  const controllers = world.people.filter(({ controllable }) => controllable.length > 0);
  const works = [
    ...controllers.flatMap((person) =>
      [1, 2, 3].map((number) =>
        work(`controls ${number} of ${person.name}`, pauses.control, (choices) =>
          control(world, sent, { person, systemId: choices.pick(person.controllable) }),
        ),
      ),
    ),
    ...world.houses.map((house) =>
      work(`commands at ${house.name}`, pauses.local, () => commandHouse(house, sent)),
    ),
    ...world.people.map((person) =>
      work(`reads of ${person.name}`, pauses.read, () => read(world, sent, person)),
    ),
  ];
  return {
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      clearInterval(changing);
      await Promise.all(works);
    },
  };
};
