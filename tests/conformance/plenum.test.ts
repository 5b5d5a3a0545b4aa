import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { bridgeRows, cloudChecks, eventChecks, type RowResult } from '@plenum/conformance';
import { readShippedHouse } from '@plenum/simulator';
import { documentPath, type PlenumResults, sections, toDocument, withoutRows } from './document.fixture.ts';
import {
  verifyAttached,
  verifyDemoCloud,
  verifyExampleApp,
  verifyReading,
  verifySimulated,
} from './plenum.fixture.ts';

/** What a check never sends by itself, and what a house whose unit is of another brand does not have; each says so. */
const expected =
  /^(Settings of the lighting are not sent|It is not sent: it may move|It sets up the installation|The unit is of another brand|The bridge has no UnitBrandAInfoV2)/;
const isExpected = ({ outcome, evidence }: RowResult) =>
  outcome === 'untested' && evidence.some((sentence) => expected.test(sentence));

const unusual = (results: readonly RowResult[]) =>
  results
    .filter((each) => each.outcome !== 'passed' && !isExpected(each))
    .map(({ id, outcome, evidence }) => `${outcome} ${id}: ${evidence.join(' ')}`);

const rows = [...bridgeRows, ...cloudChecks, ...eventChecks];

describe('Plenum keeps its own interface', () => {
  const found: { -readonly [Part in keyof PlenumResults]?: PlenumResults[Part] } = {};

  it('as a simulated bridge', async () => {
    found.simulated = await verifySimulated();
    assert.deepEqual(unusual(found.simulated), [
      'untested http.age: No answer has the header Age: the bridge is not in front of another.',
    ]);
  });

  it('as a bridge in front of another', async () => {
    found.attached = await verifyAttached();
    assert.deepEqual(unusual(found.attached), [
      'untested refusal.without-key: The bridge was used without an access key.',
    ]);
  });

  it('as a cloud', async () => {
    found.cloud = await verifyDemoCloud();
    assert.deepEqual(unusual(found.cloud), []);
  });

  it('and so does the receiver of the example app', async () => {
    found.app = await verifyExampleApp();
    assert.deepEqual(unusual(found.app), []);
  });

  it('which docs/conformance.md has (npm run conformance writes it)', () => {
    const document = toDocument(found as PlenumResults);
    assert.ok(
      readFileSync(documentPath, 'utf8') === document,
      'docs/conformance.md is out of date: npm run conformance',
    );
  });
});

describe('a house whose unit is of brand A', () => {
  it('keeps the rows of Type 5, which no house of another brand can', async () => {
    const house = readShippedHouse('demo');
    assert.ok(house.ok);
    const { ducted } = house.value;
    const unit = { ...ducted!.unit, settings: { ...ducted!.unit.settings, AcUnitBrand: 22 } };
    const results = await verifyReading({ ...house.value, ducted: { ...ducted!, unit } });
    const ofType5 = results.filter(({ id }) => /^(query\.ac\.5|brandStatus\.)/.test(id));
    assert.deepEqual(
      ofType5.map(({ id, outcome }) => `${outcome} ${id}`),
      [
        'passed query.ac.5',
        'passed brandStatus.fields',
        'passed brandStatus.types',
        'passed brandStatus.ranges',
        'passed brandStatus.values',
        'passed brandStatus.names',
        'passed brandStatus.more',
      ],
    );
    assert.deepEqual(
      results.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned'),
      [],
    );
  });
});

describe('the rows of a check', () => {
  it('have an id each', () => {
    const ids = rows.map(({ id }) => id);
    assert.deepEqual(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      [],
    );
  });

  it('cite a section of docs/interface each', () => {
    const known = new Set(sections.map(({ section }) => section));
    assert.deepEqual(
      rows.filter(({ section }) => !known.has(section)).map(({ id, section }) => `${id}: ${section}`),
      [],
    );
  });

  it('are there for every section of docs/interface, but for those with a reason', () => {
    const cited = new Set(rows.map(({ section }) => section));
    assert.deepEqual(
      sections.filter(({ section }) => !cited.has(section)).map(({ section }) => section),
      Object.keys(withoutRows),
    );
  });
});
