import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSentence } from '../refusal/refusal.ts';
import { catalogue } from './catalogue.ts';
import { checkCommand } from './check-command.ts';

/** Every row of interface 4.4, in its order. */
const rows = {
  unit: ['SysOn', 'SysMode', 'SysFan', 'SysSetpoint', 'iSave', 'SysSleepTimer'],
  zone: ['ZoneMode', 'ZoneSetpoint', 'ZoneMaxAir', 'ZoneMinAir', 'ZoneName'],
  schedule: [
    'SchedAcMode',
    'SchedAcFan',
    'SchedName',
    'SchedZones',
    'SchedSettings',
    'SchedEnable',
    'FavouriteSet',
  ],
  split: [
    'SplitSystemZoneOn',
    'SplitSystemZoneMode',
    'SplitSystemZoneFan',
    'SplitSystemZoneSetpoint',
    'SplitSystemZoneSwing',
    'SplitSystemZoneSleepTimer',
    'SplitSystemZoneName',
    'SplitSystemFavouriteName',
    'SplitSystemScheduleEnable',
    'SplitSystemScheduleSettings',
    'SplitSystemChangeSplitFavourite',
  ],
  vrf: [
    'VrfSystemZoneOn',
    'VrfSystemZoneMode',
    'VrfSystemZoneFan',
    'VrfSystemZoneSetpoint',
    'VrfSystemZoneSwing',
    'VrfSystemZoneSleepTimer',
    'VrfControlVrfName',
  ],
  irrigation: [
    'RetEnable',
    'RetRatio',
    'RetRainWait',
    'RetTestMode',
    'RetSoakIntervals',
    'RetSoakTime',
    'RetSetManRunTime',
    'RetTag2',
    'RetStnMode',
    'RetStSoak',
    'RetPrRetStNameogName',
    'RetStRunTime',
    'RetRunProgram',
    'RetProgram',
    'RetPrEnable',
    'RetProgName',
  ],
  power: ['ChannelName'],
};

/** The commands listed in interface 4.4, without Plenum's additions. */
const original = [...catalogue.values()].filter(
  ({ isAddition, section }) => !isAddition && section.startsWith('4.4 '),
);

test('the catalogue has exactly the 53 commands of interface 4.4', () => {
  assert.equal(original.length, 53);
  assert.deepEqual(
    original.map(({ name }) => name),
    Object.values(rows).flat(),
  );
  const groups = Map.groupBy(original, ({ group }) => group);
  for (const [group, names] of Object.entries(rows))
    assert.deepEqual(
      groups.get(group)?.map(({ name }) => name),
      names,
    );
});

test('the lighting chapter adds 57 commands; those that operate devices are on the cloud', () => {
  const lighting = [...catalogue.values()].filter(({ section }) => section === 'lighting 3');
  assert.equal(lighting.length, 57);
  assert.deepEqual(
    lighting.filter(({ over }) => over.includes('cloud')).map(({ name }) => name),
    [
      'LiOn',
      'LiBright',
      'LiTemp',
      'LiRgb',
      'LiRgbMode',
      'LiFx',
      'LiAccel',
      'LiAllOn',
      'LiAllOff',
      'LiHoliday',
      'LiMusic',
      'LiFavAct',
      'CbldDrive',
      'CacrtcSetpoint',
    ],
  );
  const additions = [...catalogue.values()].filter(
    ({ isAddition, section }) => isAddition && section.startsWith('4.4 '),
  );
  const counted = original.length + additions.length + lighting.length + installers.length;
  assert.equal(counted, catalogue.size);
});

/** The commands of the installer chapter. */
const installers = [...catalogue.values()].filter(({ section }) => section.startsWith('installer '));

test('installer commands are never on the cloud; six of their chapter are the owner’s', () => {
  assert.equal(installers.length, 98);
  for (const { name, over } of installers) assert.deepEqual(over, ['local'], name);
  assert.deepEqual(
    installers.filter(({ authority }) => authority === 'owner').map(({ name }) => name),
    ['ResetWarning', 'AirPureOn', 'UnitBrandAQuietMode', 'EvapFanSpeed', 'EvapRhSetpoint', 'EvapFavSettings'],
  );
  for (const { name, over, authority } of catalogue.values())
    assert.ok(authority === 'owner' || !over.includes('cloud'), name);
});

test('irrigation and power commands are local only; all others are also on the cloud', () => {
  for (const { name, group, over } of original) {
    const expected = ['irrigation', 'power'].includes(group) ? ['local'] : ['local', 'cloud'];
    assert.deepEqual(over, expected, name);
  }
});

const sentenceOf = (body: unknown) => {
  const checked = checkCommand(body);
  return checked.ok ? 'accepted' : toSentence(checked.refusal);
};

test('a body must be an object with exactly one command', () => {
  for (const body of [null, [], 1, 'SysOn', undefined])
    assert.equal(sentenceOf(body), 'The body is not a JSON object with one command.');
  assert.equal(sentenceOf({}), 'A body must contain exactly one command; this one has 0 keys.');
  assert.equal(
    sentenceOf({ SysOn: 1, SysMode: 1 }),
    'A body must contain exactly one command; this one has 2 keys.',
  );
});

test('a misspelled command gets a suggestion, but an unrelated word does not', () => {
  assert.equal(
    sentenceOf({ ZoneSetPoint: {} }),
    'There is no command "ZoneSetPoint". Did you mean ZoneSetpoint?',
  );
  assert.equal(sentenceOf({ syson: 1 }), 'There is no command "syson". Did you mean SysOn?');
  assert.equal(sentenceOf({ Blinds: 1 }), 'There is no command "Blinds".');
  assert.equal(sentenceOf({ ['x'.repeat(50_000)]: 1 }), `There is no command "${'x'.repeat(56)}....`);
});
