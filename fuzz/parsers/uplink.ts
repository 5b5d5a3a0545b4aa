import assert from 'node:assert/strict';
import { readBridgeFrame, readCloudFrame } from '@plenum/protocol/uplink';
import { jsonLike } from '../mutate.ts';
import { assertReadOrRefused } from '../refused.ts';
import { parser } from '../target.ts';
import { bridgeFrames, cloudFrames } from './frames.ts';

const readsLike = (
  name: string,
  frames: readonly object[],
  read: typeof readBridgeFrame | typeof readCloudFrame,
) =>
  parser(name, {
    cases: jsonLike(frames),
    check: (text) => {
      const result = read(text);
      if (result.ok) assert.deepEqual(result.value, JSON.parse(text));
      return assertReadOrRefused(result);
    },
  });

export const fromBridges = readsLike('uplink frames from bridges', bridgeFrames, readBridgeFrame);
export const fromClouds = readsLike('uplink frames from clouds', cloudFrames, readCloudFrame);
