import { english } from './en.ts';
import { setTexts } from './text.ts';

// Tests of functions that make texts import this, since no page loads them.
setTexts('en', english, 'en-GB');
