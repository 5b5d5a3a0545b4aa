import { ok } from '@plenum/protocol/refusal';
import { simulationEndpoints } from '@plenum/protocol/simulation';
import { bindRead, bindWrite } from '../../device/bind.ts';
import type { Read, Write } from '../../device/records.ts';
import type { Snapshots } from '../../simulated/snapshots.ts';

const { readSnapshots, saveSnapshot, restoreSnapshot, removeSnapshot, startFork, endFork } =
  simulationEndpoints;

export const createSnapshotsRead = ({ list }: Snapshots): Read => bindRead(readSnapshots, () => ok(list()));

export const createSnapshotsWrites = (snapshots: Snapshots): Write[] => [
  bindWrite(saveSnapshot, ({ name }) => snapshots.save(name)),
  bindWrite(restoreSnapshot, ({ name }) => snapshots.restore(name)),
  bindWrite(removeSnapshot, ({ name }) => snapshots.remove(name)),
  bindWrite(startFork, snapshots.startFork),
  bindWrite(endFork, ({ port }) => snapshots.endFork(port)),
];
