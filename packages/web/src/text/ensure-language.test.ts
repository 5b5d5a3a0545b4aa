import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ensureSupportedLanguage } from './ensure-language.ts';

const languageAfter = (language: string) => {
  const navigator = { language };
  ensureSupportedLanguage(navigator);
  return navigator.language;
};

describe('the language of a browser', () => {
  it("keeps the browser's language if numbers can be formatted in it", () => {
    for (const language of ['de-CH', 'en-AU', 'zh-Hant-TW']) assert.equal(languageAfter(language), language);
  });

  it("changes the browser's language to English if it is invalid", () => {
    for (const language of ['en-US@posix', 'C', '']) assert.equal(languageAfter(language), 'en');
  });
});
