import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startCloud } from '../cloud/start-cloud.ts';
import { startHouse } from './start-house.ts';

/** Calls with mistakes that the types would find, as programs in JavaScript make them, and how the sentence begins. */
// biome-ignore lint/suspicious/noExplicitAny: a program in JavaScript has no types.
type Mistakes = readonly (readonly [call: (target: any) => unknown, sentence: string])[];

/** Checks that each call is refused with its sentence. */
const checkAll = async (target: unknown, mistakes: Mistakes) => {
  for (const [call, message] of mistakes)
    await assert.rejects(
      async () => call(target),
      (error: Error) => {
        assert.equal(error.name, 'PlenumError', String(error.stack));
        assert.equal(error.message.slice(0, message.length), message);
        return true;
      },
    );
};

const start = (options: unknown) => startHouse(options as never);
const startWith = (options: unknown) => startCloud(options as never);

describe('mistakes in the call of a test house', () => {
  it('refuses unknown options and wrong values of startHouse, with what is allowed', async () => {
    await checkAll(undefined, [
      [() => start({ fil: 'flat' }), 'startHouse has no option "fil". Did you mean file?'],
      [
        () => start({ x: 1 }),
        'startHouse has no option "x". Use one of file, seed, at, past, bridge, cloud, user.',
      ],
      [() => start('flat'), 'startHouse takes an object with options, not "flat".'],
      [() => start(null), 'startHouse takes an object with options, not null.'],
      [
        () => start({ file: 7 }),
        'startHouse: file is 7. Give demo, flat, large, the path of a house file, or its content as an object.',
      ],
      [() => start({ seed: 'one' }), 'startHouse: seed is "one". Give a whole number from 0 to 4294967295.'],
      [() => start({ seed: -1 }), 'startHouse: seed is -1.'],
      [() => start({ seed: 4_294_967_296 }), 'startHouse: seed is 4294967296.'],
      [() => start({ past: 5 }), '5 is not a duration in whole seconds'],
      [() => start({ at: 5 }), '5 is not a local time'],
      [() => start({ bridge: 'yes' }), 'startHouse: bridge is "yes". Give true, or an object with ports.'],
      [
        () => start({ bridge: { httpPort: 1 } }),
        'bridge of startHouse has no option "httpPort". Use one of http, udp, notifications.',
      ],
      [
        () => start({ bridge: { http: 65_536 } }),
        'bridge of startHouse: http is 65536. Give a port from 0 to',
      ],
      [() => start({ cloud: {} }), 'startHouse: cloud is {}. Give a cloud of startCloud().'],
      [() => start({ user: {} }), 'startHouse: user is {}. Give a user of its cloud.'],
    ]);
    await using house = await start({ seed: 4_294_967_295, at: undefined, bridge: { http: 0 } });
    assert.ok(house.ports!.http > 0);
  });

  it('refuses durations, components, fields and events that cannot be right', async () => {
    await using house = await startHouse();
    const at = house.at();
    const mistakes: Mistakes = [
      [
        (h) => h.advance(7200),
        '7200 is not a duration in whole seconds; give one such as 2h, 1h30m, 90s or 2d.',
      ],
      [(h) => h.advance(), 'Nothing is not a duration'],
      [
        (h) => h.expectState('room', 1, { Temp: 1 }),
        'expectState: kind is "room". Give one of unit, faults,',
      ],
      [(h) => h.expectState('zone', '1', {}), 'expectState: index is "1". Give a whole number.'],
      [
        (h) => h.expectState('zone', 1),
        'expectState: the third argument is undefined. Give an object with expected fields.',
      ],
      [
        (h) => h.expectState('zone', 1, { Setpont: 1 }, { within: '1h' }),
        'zone has no field "Setpont". Did you mean Setpoint?',
      ],
      [(h) => h.expectState('zone', 1, { Warmth: 1 }), 'zone has no field "Warmth". Use one of Index,'],
      [
        (h) => h.expectState('zone', 1, { Temp: 1 }, { withing: '1h' }),
        'expectState has no option "withing". Did you mean within?',
      ],
      [(h) => h.expectState('zone', 1, { Temp: 1 }, { within: 5 }), '5 is not a duration'],
      [
        (h) => h.expectEvent('fault'),
        'expectEvent: the first argument is "fault". Give an object with expected fields.',
      ],
      [
        (h) => h.expectEvent({ what: 'falt' }),
        'expectEvent: what is "falt". Give one of command, change, fault, unconfirmed, exception.',
      ],
      [(h) => h.expectEvent({ what: 'fault' }, '1h'), 'expectEvent takes an object with options, not "1h".'],
      [(h) => h.restore({ at: 1 }), 'The snapshot is of another house'],
    ];
    await checkAll(house, mistakes);
    assert.equal(house.at(), at);
    await house.client.command('SysOn', 1);
    await house.expectEvent({ what: (what: string) => what === 'command' } as never);
  });

  it('refuses every use after its end, and can be disposed of twice', async () => {
    const house = await startHouse();
    const snapshot = house.snapshot();
    await house[Symbol.asyncDispose]();
    await house[Symbol.asyncDispose]();
    const over = 'This house was disposed of and can no longer be used.';
    const mistakes: Mistakes = [
      [(h) => h.advance('1s'), over],
      [(h) => h.snapshot(), over],
      [(h) => h.restore(snapshot), over],
      [(h) => h.fork(), over],
      [(h) => h.expectState('zone', 1, { Setpoint: 2250 }), over],
      [(h) => h.expectEvent({ what: 'fault' }), over],
    ];
    await checkAll(house, mistakes);
    await assert.rejects(house.client.zones(), { code: 'closed' });
  });
});

describe('mistakes in the call of a test cloud', () => {
  it('refuses options and scopes that there are not', async () => {
    const scopes = 'Give a list with some of query-control, lighting, garage, history.';
    await checkAll(undefined, [
      [() => startWith({ scope: ['history'] }), 'startCloud has no option "scope". Did you mean scopes?'],
      [() => startWith({ scopes: ['query'] }), `startCloud: scopes is ["query"]. ${scopes}`],
      [() => startWith({ scopes: 'history' }), `startCloud: scopes is "history". ${scopes}`],
      [() => startWith({ scopes: [] }), `startCloud: scopes is []. ${scopes}`],
    ]);
  });

  it('refuses wrong arguments of its functions, and changes nothing', async () => {
    await using cloud = await startCloud();
    await using other = await startCloud();
    await using inbox = await cloud.openInbox();
    const now = cloud.clock.now();
    const mistakes: Mistakes = [
      [(c) => c.clock.step(5), '5 is not a duration'],
      [(c) => c.clock.scale(-5), 'clock.scale: the scale is -5. Give seconds per real second, 0 or more.'],
      [(c) => c.clock.scale('fast'), 'clock.scale: the scale is "fast".'],
      [(c) => c.clock.set('soon'), 'clock.set: the instant is "soon". Give ms UTC, such as'],
      [(c) => c.clock.set(8_640_000_000_000_001), 'clock.set: the instant is 8640000000000001.'],
      [(c) => c.addEndpoint('nonsense'), 'addEndpoint: url is "nonsense". Give a URL.'],
      [(c) => c.addEndpoint(), 'addEndpoint: url is undefined. Give a URL.'],
      [(c) => c.setReachable('no'), 'setReachable: the argument is "no". Give true or false.'],
      [(c) => c.app.allow({ user: other.user }), 'allow: user is {"email":'],
      [(c) => c.app.allow({ scopes: ['all'] }), 'allow: scopes is ["all"].'],
      [() => start({ cloud, user: other.user }), 'startHouse: user is {"email":'],
      [
        () => inbox.expectMessage('x' as never, { timeout: 1 }),
        'expectMessage: the first argument is "x". Give a function of a message.',
      ],
      [
        () => inbox.expectMessage(() => true, { timout: 1 } as never),
        'expectMessage has no option "timout". Did you mean timeout?',
      ],
      [
        () => inbox.expectMessage(() => true, { timeout: 'soon' } as never),
        'expectMessage: timeout is "soon". Give real time in ms.',
      ],
    ];
    await checkAll(cloud, mistakes);
    assert.ok(cloud.clock.now() - now < 3_600_000);
  });

  it('refuses every use after its end, and can be disposed of twice', async () => {
    const cloud = await startCloud();
    const inbox = await cloud.openInbox();
    for (const one of [inbox, inbox, cloud, cloud]) await one[Symbol.asyncDispose]();
    const over = 'This cloud was disposed of and can no longer be used.';
    const mistakes: Mistakes = [
      [(c) => c.clock.step('1h'), over],
      [(c) => c.clock.set(Date.now() + 60_000), over],
      [(c) => c.clock.scale(2), over],
      [(c) => c.addEndpoint('http://127.0.0.1:1/'), over],
      [(c) => c.openInbox(), over],
      [(c) => c.addUser(), over],
      [(c) => c.addApp(), over],
      [(c) => c.app.allow(), over],
      [(c) => c.revoke(), over],
      [(c) => c.setReachable(false), over],
      [() => startHouse({ cloud }), over],
      [() => inbox.expectMessage(() => true), 'This inbox was disposed of'],
    ];
    await checkAll(cloud, mistakes);
  });
});
