import { bridgeParts } from './bridge-parts.ts';
import { cloudParts } from './cloud-parts.ts';
import { fileParts } from './file-parts.ts';
import type { Part } from './part.ts';

/** Every part of Plenum that keeps something. */
export const parts: readonly Part[] = [...bridgeParts, ...cloudParts, ...fileParts];

/** Tables, settings and files that no part writes here, by the process that keeps them, each with the reason. */
export const withoutPart: Readonly<Record<Part['in'], Readonly<Record<string, string>>>> = {
  bridge: {
    'bridge.sqlite': 'the store, whose tables and settings are those of the parts',
    'bridge.sqlite-wal': 'its log, which SQLite recovers',
    'restore.*': 'only in a restore; restore.test.ts kills it at each step',
    'setting:automation-state':
      'actions under way, written before each act; packages/bridge/src/automation restarts and copies it',
    'setting:comfort-learnt':
      'figures of the rooms, written every ten minutes; packages/bridge/src/comfort tests it',
    'setting:damper-tests': 'only after a damper test; packages/bridge/src/damper-test kills it',
    'setting:manual-run-time': 'only in front of a device, and only while a program of a garden runs',
  },
  front: {
    'bridge.sqlite': 'the store',
    'bridge.sqlite-wal': 'its log',
    'setting:automation-state': 'recorded as by the bridge of a simulated house',
    'setting:comfort-learnt': 'recorded as by the bridge of a simulated house',
    journal: 'the device keeps its own state',
    snapshot: 'the device keeps its own state',
    history: 'recorded as by the bridge of a simulated house',
    history_block: 'recorded as by the bridge of a simulated house',
    history_event: 'recorded as by the bridge of a simulated house',
    energy: 'recorded as by the bridge of a simulated house',
    'setting:layouts': 'recorded as by the bridge of a simulated house',
    'setting:thinned': 'recorded as by the bridge of a simulated house',
    'setting:seen': 'recorded as by the bridge of a simulated house',
  },
  cloud: {
    'cloud.sqlite': 'the store, whose tables are those of the parts',
    'cloud.sqlite-wal': 'its log, which SQLite recovers',
    'cloud.sqlite-shm': 'the index of its log',
    'cloud.lock': 'locked, never written',
    'cloud.lock-journal': 'the journal of the lock',
    'endpoint.key': 'only without PLENUM_ENDPOINT_KEY; packages/cloud/src/kernel/crypto tests it',
    schema_step: 'written by a migration; packages/cloud/src/kernel/database tests it',
    schema_release: 'as schema_step',
    guess: 'guesses would block the address of all other parts; packages/cloud/src/identity/account tests it',
    test_steps:
      'only the refusal of a step after a month of steps shows it; packages/cloud/src/sandbox/sandbox.test.ts tests it over restarts',
    passkey:
      'needs the authenticator of a browser; packages/cloud/src/identity/account tests it on both stores',
    passkey_challenge: 'as passkey',
  },
  matter: {},
  recorder: {},
};

/** Features that seem to keep something, each with the reason why it does not. */
export const keepsNothing: Readonly<Record<string, string>> = {
  MQTT: 'the broker keeps the retained messages, and the bridge publishes them again when it connects',
  'snapshots and forks of a simulated house': 'they end with the bridge, as the interface says',
  'the test clock': 'a cloud in development mode begins with the time of the machine',
  'credentials of apps': 'their user names the file; packages/cli/src/cloud-app/credentials.test.ts tests it',
  'latest requests': 'they are in memory, as the interface says',
};
