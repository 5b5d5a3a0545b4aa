import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toConsentPage } from '../consent-page.ts';
import { toDocument } from '../page.ts';
import { toSignInPage } from '../sign-in-page.ts';
import { pageTexts, textsFor } from './page-texts.ts';

describe('the language of a page without script', () => {
  it('uses the available language that the browser prefers, or English', () => {
    for (const [accepts, language] of [
      ['de-CH,de;q=0.9,en;q=0.8', 'de'],
      ['fr-FR, es;q=0.7, en;q=0.3', 'es'],
      ['en;q=0.4, DE;q=0.5', 'de'],
      ['de;q=0, en', 'en'],
      ['ja', 'en'],
      ['*', 'en'],
      ['constructor', 'en'],
      ['', 'en'],
      [undefined, 'en'],
      [`${'x,'.repeat(5_000)}de`, 'en'],
    ] as const)
      assert.equal(textsFor(accepts).language, language, String(accepts).slice(0, 40));
  });

  it('translates the whole consent page, with the name and the access of the app', () => {
    for (const texts of Object.values(pageTexts)) {
      const consent = toDocument(
        toConsentPage(
          {
            appName: 'Homely',
            registeredItself: true,
            email: 'a@b.example',
            words: Object.values(texts.scopes),
            returnsTo: 'app.example',
            action: '/consent',
            switchAccount: '/switch',
            token: 't',
          },
          texts,
        ),
      );
      assert.ok(consent.includes(`<html lang="${texts.language}">`));
      assert.ok(consent.includes(texts.registeredItself('Homely')));
      assert.ok(consent.includes(`<title>${texts.allowApp('Homely')} · Plenum</title>`));
      for (const { may, mayNot } of Object.values(texts.scopes))
        for (const each of [...may, ...mayNot]) assert.ok(consent.includes(each), each);
    }
    const facts = { isNew: true, purpose: 'Homely', action: '/a', other: '/b', cancel: '/c', token: 't' };
    assert.match(toDocument(toSignInPage(facts, pageTexts.de)), /<h1>Konto anlegen<\/h1>/);
    assert.match(toDocument(toSignInPage(facts, pageTexts.es)), /<h1>Cree su cuenta<\/h1>/);
  });

  it('has no page text that is still English', () => {
    const same = ['Code', 'Bridge'];
    const { en, ...others } = pageTexts;
    for (const texts of Object.values(others))
      for (const [key, text] of Object.entries(en!))
        if (typeof text === 'string' && !same.includes(text))
          assert.notEqual(texts[key as keyof typeof texts], text, key);
  });
});
