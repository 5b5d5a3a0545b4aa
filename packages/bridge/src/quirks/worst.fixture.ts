import assert from 'node:assert/strict';
import type { QuirkName, Quirks } from '@plenum/protocol/quirks';

/** The values of each quirk that clients have to survive: the worst values with which the device is still usable. */
export const worst: Readonly<Record<QuirkName, readonly Quirks[]>> = {
  busy: [{ busy: 0.4 }],
  'one-connection': [
    { 'one-connection': 'wait' },
    { 'one-connection': 'drop' },
    { 'one-connection': 'silent' },
  ],
  'answer-time': [{ 'answer-time': 3_000 }],
  'late-apply': [{ 'late-apply': 1 }, { 'late-apply': 5.5 }],
  'ignore-writes': [{ 'ignore-writes': 0.4 }],
  'drop-before': [{ 'drop-before': 0.4 }],
  'drop-after': [{ 'drop-after': 0.4 }],
  stall: [{ stall: 60 }],
  restart: [{ restart: 20 }],
  'split-answers': [{ 'split-answers': 4 }],
  'ok-after-json': [{ 'ok-after-json': 1 }],
  'command-answer': [
    { 'command-answer': 'braces' },
    { 'command-answer': 'quotes' },
    { 'command-answer': 'nothing' },
  ],
  'padded-names': [{ 'padded-names': 'nul' }, { 'padded-names': 'ff' }, { 'padded-names': 'latin1' }],
  'empty-v1': [{ 'empty-v1': 1 }],
  'v1-only': [{ 'v1-only': 1 }],
  'content-type': [{ 'content-type': 'refuses' }, { 'content-type': 'requires' }],
  'error-200': [{ 'error-200': 1 }],
  'result-answers': [{ 'result-answers': 1 }],
  notifications: [{ notifications: 'burst' }, { notifications: 'idle' }, { notifications: 'none' }],
  'lost-ac': [{ 'lost-ac': 1 }],
  'zero-zones': [{ 'zero-zones': 1 }],
  'sys-type': [{ 'sys-type': 320 }],
  'unknown-values': [{ 'unknown-values': 1 }],
  'missing-keys': [{ 'missing-keys': 1 }],
  'key-case': [{ 'key-case': 1 }],
  floats: [{ floats: 1 }],
  'boolean-texts': [{ 'boolean-texts': 1 }],
  'other-uid': [{ 'other-uid': 1 }],
  'changed-address': [{ 'changed-address': 1 }],
};

/** Quirks that hide from every client whether a command was carried out. */
export const hides: ReadonlySet<QuirkName> = new Set(['lost-ac', 'key-case']);

/** Repeats an attempt until it succeeds, as an owner does with a device that restarts. */
export async function untilDone(act: () => Promise<boolean>) {
  for (let count = 0; count < 100; count++) if (await act()) return;
  assert.fail('not done after 100 attempts');
}

let setpoint = 2000;
/** Returns another setpoint in each call, so that a test sees which command was carried out. */
export function nextSetpoint() {
  setpoint = setpoint >= 2900 ? 2000 : setpoint + 50;
  return setpoint;
}
