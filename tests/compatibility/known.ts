import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Component, Watched } from './app.fixture.ts';
import type { LocalRequest, Snapshot } from './house.fixture.ts';
import type { Browsing } from './visitor.fixture.ts';

/** A request and what was answered to it. */
export interface Exchange extends LocalRequest {
  readonly answer: string;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** What a watching app has written down: components by id, and the last cursor of each bridge. */
export interface WatchedThen {
  readonly components: Readonly<Record<string, unknown>>;
  readonly cursors: Readonly<Record<string, string>>;
}

export const toKnown = ({ components, cursors }: Watched): WatchedThen => ({
  components: Object.fromEntries(components),
  cursors: Object.fromEntries(cursors),
});

export const toWatched = ({ components, cursors }: WatchedThen): Watched => ({
  components: new Map(Object.entries(components)),
  cursors: new Map(Object.entries(cursors)),
});

/** What everybody who used a build had when its processes were killed: people, apps, bridges, clients. */
export interface Known {
  /** The build, as Git names its commit. */
  readonly build: string;
  /** When its processes were killed, ms UTC. */
  readonly killedAt: number;
  /** The origin under which the cloud was reached. */
  readonly publicUrl: string;
  readonly bridge: {
    readonly systemId: string;
    /** The house as it was after the last acknowledged command but one. */
    readonly snapshot: Snapshot;
    /** The last command, which was acknowledged right before the kill; what it set is in no answer below. */
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
    /** Signed in, and was at the authorization server. */
    readonly browsing: Browsing;
    /** A browser with the consent page open. */
    readonly consenting: Browsing & { readonly url: string; readonly html: string };
    /** As the console showed them. */
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
    /** As the console showed it. */
    readonly shown: unknown;
    readonly tokens: Tokens;
    /** A refresh token that was just exchanged, for `tokens`. */
    readonly spentRefreshToken: string;
    /** A code that was not exchanged yet. */
    readonly code: string;
    /** A token its developer made in the console. */
    readonly ownToken: string;
    readonly discovered: readonly Component[];
    /** A control that was done; the value it set was changed again since. */
    readonly control: {
      readonly requestId: string;
      readonly componentId: string;
      readonly requestBody: object;
    };
    /** Watched long before the end, and before the last changes. */
    readonly early: WatchedThen;
    readonly recent: WatchedThen;
    /** Cursors after all that was `discovered`. */
    readonly late: WatchedThen['cursors'];
    readonly usage: readonly { readonly requests: number }[];
  };
  readonly endpoint: {
    readonly id: string;
    readonly secret: string;
    /** Signs too, for a day. */
    readonly oldSecret: string;
    /** As the console showed it. */
    readonly shown: { readonly url: string; readonly ledger: Readonly<Record<string, number>> };
    readonly deliveries: readonly Delivery[];
    /** The whole of the newest that arrived. */
    readonly delivered: Delivery;
    /** The webhook id of a message that is still to arrive. */
    readonly pending: string;
    /** One the developer had disabled. */
    readonly disabled: { readonly id: string };
  };
  /** What a bridge that waits for its owner has, and the code it shows. */
  readonly waiting: { readonly deviceCode: string; readonly userCode: string; readonly systemId: string };
  /** What `plenum audit --json` printed. */
  readonly audit: readonly string[];
  /** The commands of `plenum`, each with its options. */
  readonly commandLine: Readonly<
    Record<string, readonly { readonly flag: string; readonly takesValue: boolean; readonly env?: string }[]>
  >;
}

interface Delivery {
  readonly number: number;
  readonly messageId: string;
  readonly verdict: string;
}

/** Reads what is known of the build whose folder that is. */
export const readKnown = (folder: string): Known =>
  JSON.parse(readFileSync(join(folder, 'known.json'), 'utf8'));

/** Packs a file of a data folder, so that nothing opens it where it is stored. */
export const packFile = (file: string, folder: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${basename(file)}.gz`), gzipSync(readFileSync(file), { level: 9 }));
};

/** Unpacks a data folder, byte for byte as the kill left it. */
export const unpackFolder = (packed: string, folder: string): string => {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(packed))
    writeFileSync(join(folder, basename(name, '.gz')), gunzipSync(readFileSync(join(packed, name))));
  return folder;
};
