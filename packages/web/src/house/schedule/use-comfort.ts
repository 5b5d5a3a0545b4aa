import type { ComfortAnswer } from '@plenum/protocol/schedule';
import { useOwn } from '../use-own.ts';

export const comfortPath = '/comfort';

/** Returns the early starts of the house, and a function to change them; `undefined` until the bridge has responded. */
export function useComfort() {
  const { answer: comfort, send } = useOwn<ComfortAnswer>(comfortPath);
  return { comfort, send };
}
