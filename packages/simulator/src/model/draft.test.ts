import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLitHouse } from '../lighting/lit-house.fixture.ts';
import { changesBetween, closeDraft, openDraft, patch, showReading } from './draft.ts';

const zone = { kind: 'zone', index: 0 };

test('a reading replaces the state’s datagram once, and later ones write into the copy', () => {
  const before = createLitHouse().state();
  const shown = before.datagrams.zone[0]!;
  const draft = openDraft(before);
  showReading(draft, 'zone', 0, { Temp: shown.Temp });
  assert.equal(draft.datagrams.zone[0], shown);
  showReading(draft, 'zone', 0, { Temp: shown.Temp + 10 });
  const own = draft.datagrams.zone[0]!;
  showReading(draft, 'zone', 0, { Temp: shown.Temp + 20 });
  assert.equal(draft.datagrams.zone[0], own);
  const after = closeDraft(draft, before, before.at);
  assert.equal(before.datagrams.zone[0], shown);
  assert.deepEqual(after.datagrams.zone[0], { ...shown, Temp: shown.Temp + 20 });
  assert.deepEqual(changesBetween(before.datagrams, after.datagrams), [zone]);
});

test("a patch creates a new datagram, and so does the next draft's first reading", () => {
  const before = createLitHouse().state();
  const draft = openDraft(before);
  showReading(draft, 'zone', 0, { Temp: 1000 });
  const read = draft.datagrams.zone[0]!;
  patch(draft, 'zone', 0, { Mode: 0, Setpoint: 2500 });
  assert.notEqual(draft.datagrams.zone[0], read);
  const after = closeDraft(draft, before, before.at);
  const next = openDraft(after);
  showReading(next, 'zone', 0, { Temp: 1100 });
  assert.equal(after.datagrams.zone[0]!.Temp, 1000);
});

test('all drafts share one V8 shape that refers to no plant, because shapes live longer', () => {
  const own = Object.getOwnPropertyDescriptors(openDraft(createLitHouse().state()));
  assert.deepEqual(
    Object.values(own).filter(({ get }) => get !== undefined),
    [],
  );
});
