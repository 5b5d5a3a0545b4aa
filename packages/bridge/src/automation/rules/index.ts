import type { ActionRules } from '../rule.ts';
import { dry } from './dry.ts';
import { filter } from './filter.ts';
import { mix } from './mix.ts';
import { rest } from './rest.ts';
import { window } from './window.ts';

/** The rule of each kind of automatic actions. */
export const rules: ActionRules = { rest, mix, window, dry, filter };
