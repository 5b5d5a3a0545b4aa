import { setTimeout as pause } from 'node:timers/promises';
import type { Kept, WriteResult } from './ledger.ts';
import type { World } from './world.ts';

/** An event that a part has to survive. */
export type Case = 'stop' | 'kill' | 'statement' | 'takeover' | 'clock' | 'disk' | 'packed' | 'backup';

/** The use of a part in one world. */
export interface PartAccess {
  /** Writes a value that contains this number; rejects if it is not acknowledged. */
  write(number: number): Promise<unknown>;
  /** Returns the numbers that are kept. */
  read(): Promise<readonly number[]>;
}

/** A part that keeps something. */
export interface Part {
  readonly name: string;
  /** The process that keeps it. */
  readonly in: 'bridge' | 'front' | 'cloud' | 'matter' | 'recorder';
  readonly kept: Kept;
  /** True if a write needs the connection of the house to its cloud. */
  readonly needsHouse?: true;
  /** The tables, settings (`setting:NAME`) and files that have it, in the folder or store of that process. */
  readonly keeps: readonly string[];
  /** Longest time until it shows what it has after a start, in ms, if that is longer than for the others. */
  readonly within?: number;
  open(world: World): Promise<PartAccess>;
  /** The cases that do not apply, each with the reason. */
  readonly skips?: Readonly<Partial<Record<Case, string>>>;
}

/** Returns the result of a failed write: only a response other than the timeout of the cloud refuses it for sure. */
export function toResult(error: unknown): WriteResult {
  const [, status] = /: (\d{3}) /.exec(String(error)) ?? [];
  return status === undefined || status === '504' ? 'unknown' : 'refused';
}

/** Sends JSON and returns the text of the response; throws if it is not successful. */
export async function send(url: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...headers },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  return text;
}

/** No limit of a cloud lets a client wait for longer, in seconds. */
const maxWait = 900;

/** Repeats a request while the cloud responds that it comes too early, as a client does. */
export async function whenAllowed<Value>(request: () => Promise<Value>): Promise<Value> {
  for (;;)
    try {
      return await request();
    } catch (error) {
      const [, seconds] = /: 429 .*"seconds":(\d+)/.exec(String(error)) ?? [];
      if (seconds === undefined || Number(seconds) > maxWait) throw error;
      await pause(Number(seconds) * 1_000);
    }
}

/** Like `send`, for a response in JSON. */
export async function ask<Value = Record<string, never>>(...words: Parameters<typeof send>): Promise<Value> {
  return JSON.parse(await send(...words)) as Value;
}

/** Returns the numbers after a word in a text: those of `Life 7` and `Life 12`. */
export const numbersAfter = (word: string, text: string): readonly number[] => [
  ...new Set([...text.matchAll(new RegExp(`${word} ?(\\d+)`, 'g'))].map(([, number]) => Number(number))),
];

/** The reason why nothing can end in the middle of a write to `createConstant`. */
export const unwritten = 'it is written once, at the first start';

/** Creates the access to a value that stays as it was when it was first read; a write only reads it. */
export async function createConstant(read: () => Promise<string>): Promise<PartAccess> {
  const first = await read();
  const written: number[] = [];
  return {
    write: async (number) => {
      await read();
      written.push(number);
    },
    read: async () => ((await read()) === first ? written : []),
  };
}
