import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ComponentKind,
  componentKinds,
  initialDatagram,
  nothingInstalled,
} from '@plenum/protocol/component';
import { toSentence } from '@plenum/protocol/refusal';
import { bundleFormat, maxBundleBytes, maxLogLines, readBundle } from './bundle.ts';
import { scrubDatagrams } from './scrub-datagrams.ts';
import { scrubEvent } from './scrub-event.ts';
import { createScrubber } from './scrub-text.ts';

/** Replaces each text in a value with a secret, and adds the secret under an undefined key. */
const plant = (value: unknown, secret: string): unknown => {
  if (typeof value === 'string') return secret;
  if (Array.isArray(value)) return value.map((each) => plant(each, secret));
  if (typeof value !== 'object' || value === null) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plant(each, secret)])),
    FutureSecret: secret,
  };
};

const everything = (secret: string) =>
  Object.fromEntries(componentKinds.map((kind) => [kind, [plant(initialDatagram(kind), secret)]]));

describe('a diagnostics bundle', () => {
  it('a diagnostics bundle contains no text that a person wrote, in any field', () => {
    for (const secret of [
      'Grandma',
      'E05 tell Eve',
      'https://x.example/?k=1',
      '\u202eevil',
      'none; filter',
    ]) {
      const shown = JSON.stringify(scrubDatagrams(everything(secret)));
      assert.equal(shown.includes(secret), false, secret);
      assert.doesNotMatch(shown, /Eve(?!nts")|Future|example/);
    }
  });

  it('a diagnostics bundle has numbers, flags and fault codes, and shows unused favourites', () => {
    const unit = { ...initialDatagram('unit'), ACError: 'E05', Warnings: 'filter', Temp: 2150, Tag1: 'Home' };
    const used = { ...initialDatagram('schedule'), Index: 2, Name: 'Night' };
    const { schedule, ...rest } = scrubDatagrams({
      unit: [unit],
      schedule: [used, { ...used, Index: 3, Name: '' }],
    });
    assert.deepEqual(rest.unit, [{ ...unit, Tag1: '' }]);
    assert.equal(rest.unit[0]!.ACError, 'E05');
    assert.equal(rest.unit[0]!.Warnings, 'filter');
    assert.deepEqual(
      schedule.map(({ Name }) => Name),
      ['schedule 2', ''],
    );
  });

  it('a diagnostics bundle contains events without their authors, names and texts', () => {
    const by = { over: 'cloud', app: 'Thermo', account: 'eve@example.com', favourite: 'Eve sleeps' };
    const event = {
      what: 'command',
      at: 7,
      kind: 'zone',
      index: 1,
      command: 'ZoneName',
      body: { Index: 1, Name: 'Eve', 'Eve’s key': 1 },
      by,
    };
    assert.deepEqual(scrubEvent(event), {
      what: 'command',
      at: 7,
      kind: 'zone',
      index: 1,
      command: 'ZoneName',
      body: { Index: 1 },
      over: 'cloud',
    });
    for (const wrong of [
      null,
      'x',
      { ...event, kind: 'door' },
      { ...event, index: -1 },
      { ...event, at: '7' },
    ])
      assert.equal(scrubEvent(wrong), undefined);
    assert.equal(scrubEvent({ ...event, command: 'rm -rf' })!.command, undefined);
  });

  it('a diagnostics bundle has log lines without addresses, keys, tokens, paths and names', () => {
    const scrub = createScrubber(['Grandma', 'sesame', '000000001', 'ab']);
    for (const [line, secret] of [
      ['to pair, enter BCDF-GHJK at https://cloud.example/device?c=BCDF-GHJK', /BCDF|cloud|example/],
      ['connected to 192.168.1.7:8080 and fe80::1ff:fe23:4567:890a', /192|fe80|890a/],
      ['mail to eve@example.com failed', /eve|example/],
      ['the house of grandma has the key SESAME', /grandma|sesame/i],
      ['/home/eve/data/bridge.db cannot be written', /eve|bridge\.db/],
      ['C:\\Users\\eve\\x cannot be read', /eve/],
      ['the token eyJhbGciOiJFZERTQSJ9 was refused', /eyJ/],
      ['the header "Bearer zz top" is wrong', /zz/],
      ['system 000000001 at kitchen-pi.local', /0001|kitchen/],
      ['id 3f2a9c1b7d', /3f2a/],
      ['call (02) 9876 5432 or 0412 345 678', /9876|345/],
    ] as const)
      assert.doesNotMatch(scrub(line), secret, `${line} -> ${scrub(line)}`);
    assert.equal(
      scrub('the bridge behind this one does not answer: ECONNREFUSED'),
      'the bridge behind this one does not answer: ECONNREFUSED',
    );
    assert.ok(scrub('word '.repeat(10_000)).length <= 300);
  });
});

const bundle = (more: object = {}) =>
  JSON.stringify({
    format: 'plenum-diagnostics',
    formatVersion: bundleFormat,
    plenum: '0.1.0',
    definitions: 'a'.repeat(64),
    node: 'v24.0.0',
    behind: 'real bridge',
    at: 1_767_225_600_000,
    datagrams: { ...nothingInstalled, unit: [initialDatagram('unit')] },
    events: [],
    log: [],
    ...more,
  });

describe('a bundle from an untrusted source', () => {
  it('reads an unmodified bundle from an untrusted source without changing it', () => {
    const read = readBundle(bundle());
    assert.ok(read.ok);
    assert.equal(JSON.stringify(read.value), bundle());
  });

  it('refuses a text that is not a bundle, with a sentence', () => {
    for (const [text, sentence] of [
      ['', /diagnostics bundle/],
      ['[]', /diagnostics bundle/],
      ['null', /diagnostics bundle/],
      [bundle({ format: 'zip' }), /diagnostics bundle/],
      [bundle({ formatVersion: 1 }), /^formatVersion: 1 is not one of 2\.$/],
      [bundle({ formatVersion: 3 }), /^formatVersion: 3 is not one of 2\.$/],
      [bundle({ at: -1 }), /instant/],
      [bundle({ at: 'now' }), /instant/],
      [bundle({ datagrams: {} }), /datagrams is missing/],
      [bundle({ datagrams: null }), /datagrams is missing/],
      [' '.repeat(maxBundleBytes + 1), /larger than/],
    ] as const) {
      const read = readBundle(text);
      assert.ok(!read.ok, text.slice(0, 60));
      assert.match(toSentence(read.refusal), sentence);
    }
    assert.ok(readBundle(bundle() + ' '.repeat(maxBundleBytes - bundle().length)).ok);
  });

  it('drops texts, unknown keys, prototypes, control characters and excess from a bundle', () => {
    const evil = '\u001b]0;evil\u0007/etc/passwd';
    const text = bundle({
      plenum: evil,
      node: evil,
      definitions: evil,
      behind: evil,
      datagrams: { ...everything(evil), zone: Array(1_000).fill({ Index: 1, Name: evil }), door: [{ evil }] },
      events: Array(1_000).fill({
        what: 'command',
        at: 1,
        kind: 'zone',
        index: 1,
        command: evil,
        body: { x: evil },
      }),
      log: Array(1_000).fill({ at: 1, level: 'warn', sentence: `${evil} <name>` }),
    }).replace('"format"', '"__proto__":{"polluted":1},"format"');
    const read = readBundle(text);
    assert.ok(read.ok);
    const shown = JSON.stringify(read.value);
    assert.doesNotMatch(shown, /passwd|polluted|\\u00/);
    assert.doesNotMatch(JSON.stringify({ ...read.value, log: [] }), /evil/);
    assert.equal(({} as { polluted?: number }).polluted, undefined);
    assert.equal(read.value.datagrams.zone.length, 1);
    assert.equal(read.value.log.length, maxLogLines);
    assert.match(read.value.log[0]!.sentence, /<name>/, 'redacted members are still readable');
    assert.equal(read.value.events.length, 200);
  });

  it('drops values of a bundle that are not numbers, and cuts lists to their defined length', () => {
    const unit = { ...initialDatagram('unit'), Temp: 'hot', Setpoint: 1e300, Supply: null, SysOn: true };
    const schedule = { ...initialDatagram('schedule'), Zones: Array(500).fill({ Mode: 1, Setpoint: 2100 }) };
    const read = readBundle(bundle({ datagrams: { unit: [unit], schedule: [schedule], split: 'none' } }));
    assert.ok(read.ok);
    const { Temp, Setpoint, Supply, SysOn } = read.value.datagrams.unit[0]! as unknown as Record<
      string,
      unknown
    >;
    assert.deepEqual([Temp, Setpoint, Supply, SysOn], [undefined, undefined, undefined, undefined]);
    assert.equal(read.value.datagrams.schedule[0]!.Zones.length, 14);
    for (const kind of ['split', 'vrf'] as ComponentKind[]) assert.deepEqual(read.value.datagrams[kind], []);
  });
});
