import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandName, catalogue } from '@plenum/protocol/command';
import { settingForms, settings } from './settings.ts';

/**
 * Commands with controls elsewhere: on a card, in the editor of a favourite or program, or in the table of a meter.
 */
const elsewhere: readonly CommandName[] = [
  'SysOn',
  'SysMode',
  'SysFan',
  'SysSetpoint',
  'iSave',
  'SysSleepTimer',
  'SchedZones',
  'SchedSettings',
  'SchedEnable',
  'FavouriteSet',
  'SplitSystemScheduleEnable',
  'SplitSystemScheduleSettings',
  'SplitSystemChangeSplitFavourite',
  'RetStRunTime',
  'RetRunProgram',
  'RetProgram',
  'RetPrEnable',
  'ChannelName',
];

test('every owner command of interface 4.4 has a control in exactly one place', () => {
  const onSheets = Object.values(settings).flatMap((own) => own.map(([name]) => name));
  const owners = [...catalogue.values()].filter(({ section }) => section.startsWith('4.4 '));
  const placed = [...onSheets, ...elsewhere].filter((name) =>
    catalogue.get(name)!.section.startsWith('4.4 '),
  );
  assert.deepEqual(placed.toSorted(), owners.map(({ name }) => name).toSorted());
});

test('every control is on the sheet of the component that its command is sent to', () => {
  for (const [kind, own] of Object.entries(settings))
    for (const [name] of own) assert.equal(catalogue.get(name)?.component, kind, name);
  for (const [kind, names] of Object.entries(settingForms))
    for (const name of names) assert.equal(catalogue.get(name)?.component, kind, name);
});
