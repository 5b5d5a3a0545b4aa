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

/**
 * Rows that Plenum cannot pass, because a check never sends their commands, or because the unit of the house is of
 * another brand. Each has its reason.
 */
const expected =
  /^(Settings of the lighting are not sent|It is not sent, because it may move|It changes the setup|The unit is of another brand|The bridge has no UnitBrandAInfoV2)/;
const isExpected = ({ outcome, evidence }: RowResult) =>
  outcome === 'untested' && evidence.some((sentence) => expected.test(sentence));

const unusual = (results: readonly RowResult[]) =>
  results
    .filter((each) => each.outcome !== 'passed' && !isExpected(each))
    .map(({ id, outcome, evidence }) => `${outcome} ${id}: ${evidence.join(' ')}`);

const rows = [...bridgeRows, ...cloudChecks, ...eventChecks];

describe('Plenum conforms to its own interface', () => {
  const found: { -readonly [Part in keyof PlenumResults]?: PlenumResults[Part] } = {};

  it('a simulated bridge of Plenum passes every conformance row that applies to it', async () => {
    found.simulated = await verifySimulated();
    assert.deepEqual(unusual(found.simulated), [
      'untested http.age: No answer has the header Age: the bridge is not in front of another.',
    ]);
  });

  it('an attached bridge of Plenum passes every conformance row that applies to it', async () => {
    found.attached = await verifyAttached();
    assert.deepEqual(unusual(found.attached), [
      'untested refusal.without-key: The bridge was used without an access key.',
    ]);
  });

  it('the cloud of Plenum passes every conformance row that applies to it', async () => {
    found.cloud = await verifyDemoCloud();
    assert.deepEqual(unusual(found.cloud), []);
  });

  it('the receiver of the example app passes every conformance row', async () => {
    found.app = await verifyExampleApp();
    assert.deepEqual(unusual(found.app), []);
  });

  it('docs/conformance.md shows the current results (npm run conformance writes it)', () => {
    const document = toDocument(found as PlenumResults);
    assert.ok(
      readFileSync(documentPath, 'utf8') === document,
      'docs/conformance.md is out of date: npm run conformance',
    );
  });
});

describe('conformance of a house with a brand A unit', () => {
  it('a house with a brand A unit passes the rows of Type 5, which houses of other brands cannot', async () => {
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

describe('the conformance rows', () => {
  it('every conformance row has a unique id', () => {
    const ids = rows.map(({ id }) => id);
    assert.deepEqual(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      [],
    );
  });

  it('every conformance row cites a section of docs/interface', () => {
    const known = new Set(sections.map(({ section }) => section));
    assert.deepEqual(
      rows.filter(({ section }) => !known.has(section)).map(({ id, section }) => `${id}: ${section}`),
      [],
    );
  });

  it('every section of docs/interface has a conformance row or a reason why it has none', () => {
    const cited = new Set(rows.map(({ section }) => section));
    assert.deepEqual(
      sections.filter(({ section }) => !cited.has(section)).map(({ section }) => section),
      Object.keys(withoutRows),
    );
  });
});
