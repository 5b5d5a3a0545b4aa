import { setLanguage } from './catalogue.fixture.ts';

// Imported by tests of functions that make texts, since there is no page that loads them.
setLanguage('en', 'en-GB');
