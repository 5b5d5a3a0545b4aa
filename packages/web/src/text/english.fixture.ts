import { setLanguage } from './catalogue.fixture.ts';

// Tests of functions that make texts import this, since no page loads them.
setLanguage('en', 'en-GB');
