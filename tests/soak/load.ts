import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { toComponentId } from '@plenum/protocol/component';
import type { SeededRandom } from '@plenum/testbed/seeded-random';
import type { House } from './houses.ts';
import { findStrangers, type SentCommand } from './judge.ts';
import type { Person } from './people.ts';
import { readDevices, requestAs } from './requests.ts';
import type { World } from './world.ts';

/** The requests since the beginning of the soak. */
export interface Sent {
  /** The controls sent through the cloud, and the commands sent to a house on its network, by their unique names. */
  readonly commands: Map<string, SentCommand>;
  /** Data of other people that a person received. */
  readonly strangers: string[];
  /** Other responses, with their numbers. */
  readonly refused: Map<string, number>;
  /** Successful reads of all components by a person. */
  reads: number;
}

export const createSent = (): Sent => ({
  commands: new Map(),
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

const toZone = (systemId: string, index: number): string => toComponentId(systemId, { kind: 'zone', index })!;

const note = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

/** Adds a command to a zone; returns its name and itself. */
const addCommand = ({ commands }: Sent, zone: string, by: string) => {
  const name = `c${commands.size}`;
  const command: SentCommand = { zone, by, sentAt: Date.now(), attempts: 0 };
  commands.set(name, command);
  return { name, command };
};

/** Sends a control like an app: repeats it with the same request id until the response is OK. */
const control = async (
  world: World,
  sent: Sent,
  { person, systemId }: { person: Person; systemId: string },
) => {
  const requestId = randomUUID();
  const componentId = toZone(systemId, zones.cloud);
  const { name, command } = addCommand(sent, componentId, `the app of ${person.name}`);
  while (command.attempts++ < retries.count) {
    const answer = await requestAs(world.url, person, {
      requestId,
      requestType: 'Control',
      componentId,
      requestBody: { ZoneName: { Index: zones.cloud, Name: name } },
    });
    if (answer.result === 'OK') {
      command.acknowledgedAt = Date.now();
      return;
    }
    note(sent.refused, answer.reason);
    await pause(retries.pause);
  }
  command.gaveUpAt = Date.now();
};

/** Sends a command to a house on its network, once. */
const commandHouse = async ({ url, systemId }: House, sent: Sent) => {
  const { name, command } = addCommand(sent, toZone(systemId, zones.local), 'the network of the house');
  command.attempts++;
  const body = JSON.stringify({ ZoneName: { Index: zones.local, Name: name } });
  const signal = AbortSignal.timeout(localTimeout);
  const text = await fetch(`${url}/HvacCommandV2`, { method: 'POST', body, signal }).then(
    (answer) => answer.text(),
    () => 'no response on the local network',
  );
  if (text === 'OK') {
    command.acknowledgedAt = Date.now();
    return;
  }
  command.gaveUpAt = Date.now();
  note(sent.refused, text);
};

const read = async (world: World, sent: Sent, person: Person) => {
  const devices = await readDevices(world.url, person);
  if (devices === undefined) return;
  sent.reads++;
  sent.strangers.push(...findStrangers(person.name, person.systemIds, devices));
};

/** Sends controls, commands, reads and changes of bridges until disposed of. */
export function startLoad(world: World, sent: Sent, random: SeededRandom): AsyncDisposable {
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
    for (const { bridge } of world.fleet.bridges) if (changes.fraction() < 0.1) bridge.change();
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
}
