import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../text/english.fixture.ts';
import { describeChange, describeStep } from './explanation.ts';

const warmer = {
  code: 'warmer',
  figures: {
    temperature: { value: 24.6, unit: '°C' },
    difference: { value: 2.1, unit: 'K' },
    setpoint: { value: 22.5, unit: '°C' },
  },
} as const;

test('shows setpoints in the degrees of the controls, and differences without the 32', () => {
  assert.equal(
    describeStep(warmer, { scale: 'F', timeZone: 'UTC' }),
    'It is 76.3°, 3.8° above its setpoint of 72.5°.',
  );
  assert.equal(
    describeStep(warmer, { scale: 'C', timeZone: 'UTC' }),
    'It is 24.6°, 2.1° above its setpoint of 22.5°.',
  );
  const lock = {
    code: 'eco-lock',
    figures: { min: { value: 17.5, unit: '°C' }, max: { value: 26, unit: '°C' } },
  };
  assert.match(describeStep(lock as never, { scale: 'F', timeZone: 'UTC' }), /63\.5°.* 79°/);
});

test('the figures of explanations add up as displayed: 21 °C is shown as 70 °F, not 69.8', () => {
  const of70 = { ...warmer.figures, setpoint: { value: 21, unit: '°C' } } as const;
  assert.equal(
    describeStep({ code: 'warmer', figures: of70 }, { scale: 'F', timeZone: 'UTC' }),
    'It is 76.3°, 6.3° above its setpoint of 70°.',
  );
});

test('suggests a change with the setpoint that the control then sends', () => {
  const cool = { code: 'lower-unit', figures: { setpoint: { value: 22.5, unit: '°C' } }, commands: [] };
  assert.match(describeChange(cool as never, { scale: 'F', timeZone: 'UTC' }), /72\.5°/);
});
