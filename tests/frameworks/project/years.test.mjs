import { startHouse } from '@plenum/testing';

// Vitest has no globals unless it is told to, Jest has them.
const { afterAll, test } = typeof globalThis.test === 'function' ? globalThis : await import('vitest');

let house;
// The house ends with its test, so that it does not go on for years.
afterAll(() => house[Symbol.asyncDispose]());

test('takes years', async () => {
  house = await startHouse();
  await house.advance('20000d');
}, 500);
