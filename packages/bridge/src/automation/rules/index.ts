import type { ActionRules } from '../rule.ts';
import { mix } from './mix.ts';
import { rest } from './rest.ts';

/** The rule of each kind of automatic actions. */
export const rules: ActionRules = { rest, mix };
