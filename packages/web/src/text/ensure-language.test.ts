import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ensureSupportedLanguage } from './ensure-language.ts';

const languageAfter = (language: string) => {
  const navigator = { language };
  ensureSupportedLanguage(navigator);
  return navigator.language;
};

describe('the language of a browser', () => {
  it('stays what it is where numbers can be formatted in it', () => {
    for (const language of ['de-CH', 'en-AU', 'zh-Hant-TW']) assert.equal(languageAfter(language), language);
  });

  it('is English where a machine without a language says its own', () => {
    for (const language of ['en-US@posix', 'C', '']) assert.equal(languageAfter(language), 'en');
  });
});
