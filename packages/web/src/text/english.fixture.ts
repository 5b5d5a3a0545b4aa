import { setLanguage } from './catalogue.fixture.ts';

// Imported by tests of functions that create texts, since no page loads the texts.
setLanguage('en', 'en-GB');
