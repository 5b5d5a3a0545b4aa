import { setLanguage } from './catalogue.fixture.ts';

// Imported by tests of functions that create texts, because a test has no page that loads the texts.
setLanguage('en', 'en-GB');
