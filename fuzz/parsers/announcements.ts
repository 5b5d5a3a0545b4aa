import assert from 'node:assert/strict';
import { izone } from '@plenum/protocol/dialect';
import { readDialect } from '@plenum/protocol/dialect-file';
import {
  isDiscoveryRequest,
  readDiscoveryAnswer,
  readService,
  toDiscoveryAnswer,
  toServiceText,
} from '@plenum/protocol/discovery';
import { notifications, readNotification } from '@plenum/protocol/notification';
import fc from '@plenum/testbed/fast-check';
import { bytesLike, jsonLike, textsLike, valuesLike } from '../mutate.ts';
import { assertReadOrRefused } from '../refused.ts';
import { parser } from '../target.ts';
import { demoDatagrams } from './houses.ts';

const bridge = { uid: '000000001', address: '192.168.1.20', datagrams: demoDatagrams };

export const dialectFiles = parser('dialect files', {
  weight: 10,
  cases: jsonLike([izone, { name: 'small', keys: { HvacMode: 'Mode' } }]),
  check: (text) => {
    const dialect = readDialect(text);
    if (!dialect.ok) return assertReadOrRefused(dialect);
    // A dialect that was read announces a bridge that every client recognizes.
    const answer = toDiscoveryAnswer({ ...bridge, dialect: dialect.value });
    assert.equal(readDiscoveryAnswer(answer, [dialect.value])?.uid, bridge.uid);
    return true;
  },
});

export const discoveryAnswers = parser('answers to discovery', {
  weight: 10,
  cases: bytesLike([
    toDiscoveryAnswer(bridge),
    toDiscoveryAnswer({ ...bridge, dialect: izone, httpPort: 8080 }),
    'ASPort_12107,Mac_000000001,IP_192.168.1.20',
    'IASD',
  ]),
  check: (bytes) => {
    isDiscoveryRequest(bytes);
    const found = readDiscoveryAnswer(bytes);
    if (found === undefined) return false;
    assert.match(found.uid, /^[0-9A-Za-z]+$/);
    assert.ok(found.httpPort >= 0 && found.httpPort <= 65_535);
    return true;
  },
});

export const services = parser('announcements by multicast DNS', {
  weight: 5,
  cases: fc.tuple(valuesLike([toServiceText(bridge), {}]), fc.nat({ max: 70_000 })),
  check: ([text, port]) => readService((text ?? {}) as Readonly<Record<string, unknown>>, port) !== undefined,
});

const notices = Object.values(notifications).map(({ text }) => text);

export const changeNotices = parser('change notices', {
  weight: 5,
  cases: fc.oneof(bytesLike(notices), textsLike([...notices, 'iZoneChanged_Zones'])),
  check: (notice) => readNotification(notice) !== undefined,
});
