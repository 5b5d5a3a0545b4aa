import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCommand } from '../command/check-command.ts';
import { accepts, refuses } from '../command/wire.fixture.ts';

test('ChannelName accepts the devices 0 to 4 and the channels 0 to 2', () => {
  accepts(
    '{"ChannelName":{"Device":0,"Channel":0,"Name":"Oven"}}',
    '{"ChannelName":{"Device":4,"Channel":2,"Name":"123456789012345"}}',
  );
  refuses(
    '{"ChannelName":{"Device":5,"Channel":0,"Name":"Oven"}}',
    'ChannelName.Device: There is no device 5. Use 0 to 4.',
  );
  refuses(
    '{"ChannelName":{"Device":0,"Channel":3,"Name":"Oven"}}',
    'ChannelName.Channel: There is no channel 3. Use 0 to 2.',
  );
  refuses(
    '{"ChannelName":{"Device":0,"Channel":0,"Name":"1234567890123456"}}',
    'ChannelName.Name: The name is 16 bytes long; it may have at most 15.',
  );
});

test('ChannelName accepts the name String for its third key, but not both names together', () => {
  const checked = checkCommand({ ChannelName: { Device: 1, Channel: 2, String: 'Oven' } });
  assert.deepEqual(checked, {
    ok: true,
    value: { name: 'ChannelName', body: { Device: 1, Channel: 2, Name: 'Oven' } },
  });
  refuses(
    '{"ChannelName":{"Device":1,"Channel":2,"Name":"Oven","String":"Oven"}}',
    'ChannelName: Name, String are spellings of the same key. Send only one.',
  );
});
