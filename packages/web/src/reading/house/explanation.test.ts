import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLanguage } from '../../text/catalogue.fixture.ts';
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

test('describes the effects of a change on other rooms after it, in each language', () => {
  const change = {
    code: 'cool',
    figures: {},
    commands: [{ SysMode: 1 }],
    effects: [
      { code: 'then-not-heated', figures: { others: { value: 'Study, Lounge' } } },
      { code: 'then-cooled-too', figures: { others: { value: 'Hall' } } },
    ],
  } as const;
  const sentences = {
    en: 'Set the system to cool. No more warm air then comes to Study, Lounge. The unit then also cools Hall.',
    de: 'Die Anlage auf Kühlen stellen. Nach Study, Lounge kommt dann keine warme Luft mehr. Die Anlage kühlt dann auch Hall.',
    es: 'Poner el sistema en frío. Entonces ya no llega aire caliente a Study, Lounge. El equipo enfría entonces también Hall.',
  };
  for (const [language, sentence] of Object.entries(sentences)) {
    setLanguage(language);
    assert.equal(describeChange(change, { scale: 'C', timeZone: 'UTC' }), sentence);
  }
  setLanguage('en');
});
