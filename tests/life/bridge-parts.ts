import { createECDH } from 'node:crypto';
import { ask, createConstant, numbersAfter, type Part, type PartAccess, send, unwritten } from './part.ts';

/** A date on which a favourite of the demo house starts, `number` weeks after the first, and back. */
const first = Date.UTC(2027, 0, 5);
const week = 7 * 86_400_000;
const toDate = (number: number): string => new Date(first + number * week).toISOString().slice(0, 10);
const fromDate = (date: string): number => (Date.parse(date) - first) / week;

/** Returns what a browser sends to subscribe; the number is in the address. */
export function toSubscription(number: number) {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  return {
    target: {
      endpoint: `https://push.example.org/device/${number}`,
      keys: { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
    },
    choices: { fault: true, filter: false, battery: false, offline: true },
    reader: { language: 'en', scale: 'C' },
  };
}

const isChosen = async (url: string, number: number): Promise<boolean> => {
  const { endpoint } = toSubscription(number).target;
  return (await ask<{ choices: unknown }>(`${url}/alerts/read`, { endpoint })).choices !== null;
};

const setException = (url: string, number: number) =>
  send(`${url}/favourites/exceptions`, { kind: 'schedule', index: 0, date: toDate(number) });

const readExceptions = async (url: string): Promise<readonly number[]> =>
  (await ask<{ exceptions: { date: string }[] }>(`${url}/favourites/exceptions`)).exceptions.map(({ date }) =>
    fromDate(date),
  );

const timeZones = Intl.supportedValuesOf('timeZone');

const readUid = async (url: string): Promise<string> => (await ask<{ uid: string }>(`${url}/healthz`)).uid;

const minute = 60_000;

/**
 * Creates the access to what a bridge records of each hour of a house. A write lets an hour pass, and what is recorded of
 * it has to stay the same.
 */
function createRecord(url: string, toPath: (hour: { from: number; to: number }) => string): PartAccess {
  const hours = new Map<number, { readonly path: string; readonly recorded: string }>();
  return {
    write: async (number) => {
      await send(`${url}/simulation/ClockStep`, 7_200);
      const { clock } = await ask<{ clock: { at: number } }>(`${url}/simulation`);
      const to = Math.floor(clock.at / (60 * minute)) * 60 * minute;
      const path = toPath({ from: to - 60 * minute, to });
      hours.set(number, { path, recorded: await readRecord(url, path) });
    },
    read: async () => {
      const found: number[] = [];
      for (const [number, { path, recorded }] of hours)
        if (isSame(await readRecord(url, path), recorded)) found.push(number);
      return found;
    },
  };
}

/** True for the same numbers: samples that were thinned, as they are a week later, have a mean that is rounded again. */
function isSame(one: string, other: string): boolean {
  const [numbers, others] = [one, other].map((text) => text.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? []);
  const isNear = (value: number, at: number) => Math.abs(value - others![at]!) <= 1;
  return numbers!.length === others!.length && numbers!.every(isNear);
}

/** Reads a record without its costs, which change with the tariff. */
async function readRecord(url: string, path: string): Promise<string> {
  const { series, bars } = await ask<{ series?: object; bars?: readonly { readonly cost: unknown }[] }>(
    url + path,
  );
  return JSON.stringify(series ?? bars!.map(({ cost: _, ...bar }) => bar));
}

/** The state of a bridge in its cloud, which recognizes it by its key. */
interface Presence {
  readonly systemId: string;
  readonly isPresent: boolean;
}

/** The parts in the data folder of a bridge, with a simulated house and in front of a device. */
export const bridgeParts: readonly Part[] = [
  {
    name: 'the state of a house',
    in: 'bridge',
    kept: 'last',
    keeps: ['journal', 'snapshot', 'setting:time', 'setting:house'],
    open: async ({ urls }) => ({
      write: (number) =>
        send(`${urls.bridge}/HvacCommandV2`, { ZoneName: { Index: 0, Name: `Life ${number}` } }),
      read: async () =>
        numbersAfter(
          'Life',
          await send(`${urls.bridge}/HvacRequestV2`, { HvacV2Request: { Type: 2, No: 0, No1: 0 } }),
        ),
    }),
  },
  {
    name: 'groups of rooms',
    in: 'bridge',
    kept: 'last',
    keeps: ['setting:room-groups'],
    // The number of groups is limited, so the number is in the rooms of one.
    open: async ({ urls }) => ({
      write: (number) =>
        send(`${urls.bridge}/groups`, {
          name: 'Life',
          rooms: Array.from({ length: 8 }, (_, index) => ({ kind: 'zone', index })).filter(
            ({ index }) => (number >> index) & 1,
          ),
        }),
      read: async () =>
        (await ask<{ groups: { rooms: { index: number }[] }[] }>(`${urls.bridge}/groups`)).groups.map(
          ({ rooms }) => rooms.reduce((sum, { index }) => sum + (1 << index), 0),
        ),
    }),
  },
  {
    name: 'the settings of early starts',
    in: 'bridge',
    kept: 'last',
    keeps: ['setting:comfort'],
    // The number is in the rooms that do not start early.
    open: async ({ urls }) => ({
      write: (number) =>
        send(`${urls.bridge}/comfort`, {
          isOn: true,
          mayEndRunning: false,
          roomsOff: Array.from({ length: 8 }, (_, index) => index).filter((index) => (number >> index) & 1),
        }),
      read: async () => {
        const { settings } = await ask<{ settings: { isOn: boolean; roomsOff: number[] } }>(
          `${urls.bridge}/comfort`,
        );
        return settings.isOn ? [settings.roomsOff.reduce((sum, index) => sum + (1 << index), 0)] : [];
      },
    }),
  },
  {
    name: 'the settings of automatic actions',
    in: 'bridge',
    kept: 'last',
    keeps: ['setting:automation'],
    // The number is in the rooms that are left alone.
    open: async ({ urls }) => ({
      write: (number) =>
        send(`${urls.bridge}/automation`, {
          rest: 'suggest',
          mix: 'off',
          window: 'off',
          dry: 'off',
          filter: 'off',
          filterHours: 500,
          leastRun: 10,
          leastRest: 5,
          roomsOff: Array.from({ length: 8 }, (_, index) => index).filter((index) => (number >> index) & 1),
        }),
      read: async () => {
        const { settings } = await ask<{ settings: { rest: string; roomsOff: number[] } }>(
          `${urls.bridge}/automation`,
        );
        return settings.rest === 'suggest'
          ? [settings.roomsOff.reduce((sum, index) => sum + (1 << index), 0)]
          : [];
      },
    }),
  },
  {
    name: 'the visit of an installer',
    in: 'bridge',
    kept: 'last',
    keeps: ['setting:setup-visit'],
    open: async ({ urls }) => ({
      write: (number) => send(`${urls.bridge}/setup-visit/installer`, { installer: `Life ${number}` }),
      read: async () => numbersAfter('Life', await send(`${urls.bridge}/setup-visit`)),
    }),
  },
  {
    name: 'the price of energy',
    in: 'bridge',
    kept: 'last',
    keeps: ['setting:tariff'],
    open: async ({ urls }) => ({
      write: (number) =>
        send(`${urls.bridge}/energy/tariff`, {
          currency: 'AUD',
          prices: [{ from: '00:00', price: number / 100 }],
        }),
      read: async () => {
        const { tariff, isSet } = await ask<{ tariff: { prices: { price: number }[] }; isSet: boolean }>(
          `${urls.bridge}/energy/tariff`,
        );
        return isSet ? [Math.round(tariff.prices[0]!.price * 100)] : [];
      },
    }),
  },
  {
    name: 'exceptions of favourites of a simulated house',
    in: 'bridge',
    kept: 'all',
    keeps: ['setting:favourite-exceptions'],
    open: async ({ urls }) => ({
      write: (number) => setException(urls.bridge, number),
      read: () => readExceptions(urls.bridge),
    }),
  },
  {
    name: 'browsers that a bridge notifies',
    in: 'bridge',
    kept: 'all',
    keeps: ['setting:push-keys', 'setting:push-subscriptions'],
    open: async ({ urls }) => {
      let written = 0;
      return {
        write: (number) => {
          written = number;
          return send(`${urls.bridge}/alerts/save`, toSubscription(number));
        },
        read: async () => {
          const found: number[] = [];
          for (let number = 1; number <= written; number++)
            if (await isChosen(urls.bridge, number)) found.push(number);
          return found;
        },
      };
    },
  },
  {
    name: 'the key by which push services recognize a bridge',
    in: 'bridge',
    kept: 'all',
    keeps: ['setting:push-keys'],
    skips: { statement: unwritten },
    open: async ({ urls }) =>
      createConstant(async () => (await ask<{ publicKey: string }>(`${urls.bridge}/alerts`)).publicKey),
  },
  {
    name: 'events of the history',
    in: 'bridge',
    kept: 'all',
    keeps: ['history_event', 'setting:seen'],
    open: async ({ urls }) => ({
      write: (number) =>
        send(`${urls.bridge}/HvacCommandV2`, { ZoneName: { Index: 1, Name: `Event ${number}` } }),
      read: async () => numbersAfter('Event', await send(`${urls.bridge}/history/events?from=0`)),
    }),
  },
  {
    name: 'changes that a bridge saw',
    in: 'bridge',
    kept: 'all',
    keeps: ['history_event', 'setting:seen'],
    open: async ({ urls }) => ({
      // The fault is over before the minute ends, so no sample has it.
      write: async (number) => {
        await send(`${urls.bridge}/simulation/ClockStep`, 300);
        await send(`${urls.bridge}/simulation/UnitFault`, `L${String(number).padStart(2, '0')}`);
        await send(`${urls.bridge}/simulation/UnitFault`, '');
      },
      read: async () => numbersAfter('"L', await send(`${urls.bridge}/history/events?what=fault&from=0`)),
    }),
  },
  {
    name: 'samples of the history',
    in: 'bridge',
    kept: 'all',
    keeps: ['history', 'history_block', 'setting:layouts', 'setting:thinned'],
    open: async ({ urls }) =>
      createRecord(
        urls.bridge,
        ({ from, to }) => `/history?series=zone.0.Temp&step=3600000&from=${from}&to=${to}`,
      ),
  },
  {
    name: 'counters of energy',
    in: 'bridge',
    kept: 'all',
    keeps: ['energy'],
    open: async ({ urls }) =>
      createRecord(urls.bridge, ({ from, to }) => `/energy?by=hour&from=${from}&to=${to}`),
  },
  {
    name: 'the system id of a bridge',
    in: 'bridge',
    kept: 'all',
    keeps: ['setting:uid'],
    skips: { statement: unwritten },
    open: async ({ urls }) => createConstant(() => readUid(urls.bridge)),
  },
  {
    name: 'the key of a bridge for its cloud',
    in: 'bridge',
    kept: 'all',
    keeps: ['uplink-key.json'],
    skips: { statement: unwritten },
    open: async ({ owner, urls }) => {
      const uid = await readUid(urls.bridge);
      return createConstant(async () => {
        const bridges = await owner.call<readonly Presence[]>('/console/bridges');
        return String(bridges.find(({ systemId }) => systemId === uid)?.isPresent);
      });
    },
  },
  {
    name: 'exceptions of favourites in front of a device',
    in: 'front',
    kept: 'all',
    keeps: ['setting:favourite-exceptions', 'setting:favourite-weeks'],
    open: async ({ urls }) => ({
      write: (number) => setException(urls.front, number),
      read: () => readExceptions(urls.front),
    }),
  },
  {
    name: 'the time zone of a device, as its owner set it',
    in: 'front',
    kept: 'last',
    keeps: ['setting:time-zone'],
    open: async ({ urls }) => ({
      write: (number) => send(`${urls.front}/time-zone`, { timeZone: timeZones[number]! }),
      read: async () => {
        const { timeZone, from } = await ask<{ timeZone: string; from: string }>(`${urls.front}/time-zone`);
        return from === 'owner' ? [timeZones.indexOf(timeZone)] : [];
      },
    }),
  },
  {
    name: 'the system id of a bridge in front of a device',
    in: 'front',
    kept: 'all',
    keeps: ['setting:uid', 'setting:attachedId', 'setting:house'],
    skips: { statement: unwritten },
    open: async ({ urls }) => createConstant(() => readUid(urls.front)),
  },
];
