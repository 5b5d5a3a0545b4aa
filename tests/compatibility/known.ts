import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Component, WatchState } from './app.fixture.ts';
import type { BrowserState } from './browser.fixture.ts';
import type { LocalRequest, Snapshot } from './house.fixture.ts';

/** A request and the text of its answer. */
export interface Exchange extends LocalRequest {
  readonly answer: string;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** A `WatchState` as JSON. */
export interface StoredWatch {
  readonly components: Readonly<Record<string, unknown>>;
  readonly cursors: Readonly<Record<string, string>>;
}

export const toStoredWatch = ({ components, cursors }: WatchState): StoredWatch => ({
  components: Object.fromEntries(components),
  cursors: Object.fromEntries(cursors),
});

export const toWatchState = ({ components, cursors }: StoredWatch): WatchState => ({
  components: new Map(Object.entries(components)),
  cursors: new Map(Object.entries(cursors)),
});

/** What the users of a build had when its processes were killed: owners, apps, bridges and local clients. */
export interface Known {
  /** Its commit. */
  readonly build: string;
  /** ms UTC. */
  readonly killedAt: number;
  /** The public origin of the cloud. */
  readonly publicUrl: string;
  readonly bridge: {
    readonly systemId: string;
    /** The house before the last command. */
    readonly snapshot: Snapshot;
    /** The command acknowledged immediately before the kill, and the fields it set; none of `answers` contains them. */
    readonly last: LocalRequest & {
      readonly kind: string;
      readonly index: number;
      readonly componentId: string;
      readonly set: object;
    };
    readonly answers: readonly Exchange[];
    readonly simulation: string;
    readonly history: readonly Exchange[];
  };
  readonly owner: {
    readonly email: string;
    readonly password: string;
    readonly accountId: string;
    /** A signed-in browser that has linked an app. */
    readonly browserState: BrowserState;
    /** A browser that shows a consent page. */
    readonly consenting: BrowserState & { readonly url: string; readonly html: string };
    /** Answers of the console API. */
    readonly bridges: readonly Readonly<Record<string, unknown>>[];
    readonly links: readonly unknown[];
  };
  readonly demo: {
    readonly email: string;
    readonly password: string;
    readonly accountId: string;
    readonly clientId: string;
    readonly tokens: Tokens;
  };
  readonly app: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly redirectUri: string;
    /** The app in the console API. */
    readonly shown: unknown;
    readonly tokens: Tokens;
    /** The refresh token that was exchanged for `tokens`. */
    readonly spentRefreshToken: string;
    /** An authorization code, not exchanged yet. */
    readonly code: string;
    /** An access token that its developer created in the console. */
    readonly ownToken: string;
    readonly discovered: readonly Component[];
    /** A completed control; a local command changed its value afterwards. */
    readonly control: {
      readonly requestId: string;
      readonly componentId: string;
      readonly requestBody: object;
    };
    /** A watch of an earlier process of the cloud. */
    readonly early: StoredWatch;
    /** A watch of the killed process, before the last changes. */
    readonly recent: StoredWatch;
    /** Cursors of a watch that has received everything in `discovered`. */
    readonly late: StoredWatch['cursors'];
    readonly usage: readonly { readonly requests: number }[];
  };
  readonly endpoint: {
    readonly id: string;
    readonly secret: string;
    /** The secret before; both sign for a day. */
    readonly oldSecret: string;
    /** The endpoint in the console API. */
    readonly shown: { readonly url: string; readonly ledger: Readonly<Record<string, number>> };
    readonly deliveries: readonly Delivery[];
    /** The newest delivered attempt, with its payload. */
    readonly delivered: Delivery;
    /** The id of a message whose first attempt failed. */
    readonly pending: string;
    /** An endpoint disabled by its developer. */
    readonly disabled: { readonly id: string };
  };
  /** A device grant in progress: the codes of a bridge that is not paired yet. */
  readonly waiting: { readonly deviceCode: string; readonly userCode: string; readonly systemId: string };
  /** Lines of `plenum audit --json`. */
  readonly audit: readonly string[];
  /** Options of every command of `plenum`. */
  readonly commandLine: Readonly<
    Record<string, readonly { readonly flag: string; readonly takesValue: boolean; readonly env?: string }[]>
  >;
}

interface Delivery {
  readonly number: number;
  readonly messageId: string;
  readonly verdict: string;
  readonly sentence?: string;
}

/** Reads `known.json` in the folder of a build. */
export const readKnown = (folder: string): Known =>
  JSON.parse(readFileSync(join(folder, 'known.json'), 'utf8'));

/** Compresses a file of a data folder, so that no process can open and change it in place. */
export const packFile = (file: string, folder: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${basename(file)}.gz`), gzipSync(readFileSync(file), { level: 9 }));
};

/** Unpacks a data folder; returns its path. */
export const unpackFolder = (packed: string, folder: string): string => {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(packed))
    writeFileSync(join(folder, basename(name, '.gz')), gunzipSync(readFileSync(join(packed, name))));
  return folder;
};
