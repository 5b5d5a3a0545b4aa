import assert from 'node:assert/strict';
import { it } from 'node:test';
import { check } from '../check/check.ts';
import { cloudMessages } from '../cloud/envelopes.ts';
import { kinds } from '../component/kinds.ts';
import type { Field } from '../field/field.ts';
import { toEventSamples } from './to-event-samples.ts';

it('the sample of each event message matches its definition', () => {
  const { component, sync, test } = toEventSamples();
  const faultsOf = (field: unknown, value: unknown) => {
    const checked = check(field as Field, value);
    return checked.ok ? undefined : checked.refusal;
  };
  assert.equal(faultsOf(cloudMessages.Event, component), undefined);
  assert.equal(faultsOf(cloudMessages.Event, test), undefined);
  assert.equal(faultsOf(cloudMessages.Sync, sync), undefined);
  const [device] = (component as { requestBody: { devices: { componentId: string; datagram: object }[] } })
    .requestBody.devices;
  assert.equal(device!.componentId, '000000001_hvac_zone_3');
  assert.equal(faultsOf(kinds.zone.fields, device!.datagram), undefined);
});
