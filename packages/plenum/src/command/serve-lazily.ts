import type { serve } from './serve.ts';

/** Serves, and only then loads what that takes: the commands that speak to a bridge start in half the time. */
export const serveLazily: typeof serve = async (...args) => (await import('./serve.ts')).serve(...args);
