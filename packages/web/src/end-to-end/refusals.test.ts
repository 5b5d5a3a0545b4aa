import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { startBridge } from '@plenum/testbed/bridge';
import { createServerClient } from '../live/server-client.ts';
import { setLanguage } from '../text/catalogue.fixture.ts';

const noKeys = { access: () => null, installer: () => null };

afterEach(() => setLanguage('en'));

it('shows a bridge’s refusal in the page’s language, and as a sentence to other clients', async () => {
  await using bridge = await startBridge();
  const client = createServerClient(
    (path, init) => fetch(`${bridge.url}${path}`, init),
    noKeys,
    () => '°C',
  );
  const shown: Record<string, string | undefined> = {};
  for (const language of ['de', 'es', 'en']) {
    setLanguage(language);
    shown[language] = (await client.post('/HvacCommandV2', { SysMode: 7 }))?.sentence;
  }
  assert.deepEqual(shown, {
    de: 'SysMode: Nicht verfügbar: Modus nur Pumpe. Grund: dieses Gerät hat Kühlen, Heizen, Lüften, Entfeuchten, Auto.',
    es: 'SysMode: No disponible: modo solo bomba. Motivo: este equipo tiene frío, calor, ventilación, seco, auto.',
    en: 'SysMode: Mode pump only is not available: this unit has cool, heat, vent, dry, auto.',
  });
  assert.equal(await bridge.post('/HvacCommandV2', { SysMode: 7 }), `{ERROR: ${shown.en}}`);
});
