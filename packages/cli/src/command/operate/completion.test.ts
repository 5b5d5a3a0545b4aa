import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typeTabs, versionOf } from './completion.fixture.ts';
import type { completionScripts } from './completion-scripts.ts';

const missing = (shell: keyof typeof completionScripts) =>
  versionOf(shell) === undefined && `${shell} is not installed on this machine`;

/** Types each line followed by a tab, and compares what the shell offers. */
const completes = (shell: keyof typeof completionScripts, expected: Readonly<Record<string, string[]>>) =>
  assert.deepEqual(typeTabs(shell, Object.keys(expected)), expected);

test('completes commands, keys and labels in bash', { skip: missing('bash') }, () =>
  completes('bash', {
    'plenum con': ['control'],
    'plenum control h ZoneM': ['ZoneMode', 'ZoneMaxAir', 'ZoneMinAir'],
    'plenum control h zonema': ['ZoneMaxAir'],
    'plenum control h ZoneMode Index=1 ': ['told -o nospace', 'Mode='],
    // Bash treats the text before the = as a separate word.
    'plenum control h ZoneMode Mode=o': ['open', 'override'],
    'plenum bridge --http': ['--http-host', '--http-port'],
    'plenum house ': ['check', 'run'],
    'plenum house run ': ['demo', 'flat', 'large'],
    'plenum house run demo --d': ['--days'],
    'plenum control h NoSuch ': [],
  }),
);

test('completes commands, keys and labels in zsh', { skip: missing('zsh') }, () =>
  completes('zsh', {
    'plenum con': ['plenum control |'],
    'plenum control h ZoneM': ['plenum control h ZoneM|'],
    'plenum control h zonema': ['plenum control h ZoneMaxAir |'],
    'plenum control h ZoneMode Index=1 ': ['plenum control h ZoneMode Index=1 Mode=|'],
    'plenum control h ZoneMode Mode=op': ['plenum control h ZoneMode Mode=open |'],
    'plenum bridge --http-p': ['plenum bridge --http-port |'],
    'plenum control h NoSuch ': ['plenum control h NoSuch |'],
  }),
);

test('completes commands, keys and labels in fish', { skip: missing('fish') }, () =>
  completes('fish', {
    'plenum con': ['control'],
    'plenum control h ZoneM': ['ZoneMaxAir', 'ZoneMinAir', 'ZoneMode'],
    'plenum control h zonema': ['ZoneMaxAir'],
    'plenum control h ZoneMode Index=1 ': ['Mode='],
    'plenum control h ZoneMode Mode=o': ['Mode=open', 'Mode=override'],
    'plenum bridge --http': ['--http-host', '--http-port'],
    'plenum house ': ['check', 'run'],
    'plenum house run ': ['demo', 'flat', 'large'],
    'plenum house run demo --d': ['--days'],
    'plenum control h NoSuch ': [],
  }),
);
