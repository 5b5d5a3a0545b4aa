import { readFileSync, writeFileSync } from 'node:fs';
import { launchBrowser } from '@plenum/testbed/chromium';

const web = new URL('../../', import.meta.url);
const icon = readFileSync(new URL('icon.svg', web), 'utf8');

/**
 * Returns the icon without its round corners, its drawing scaled by a factor. Operating systems crop it to their own
 * shape.
 */
const toSquare = (scale: number) =>
  icon
    .replace(' rx="8"', '')
    .replace('<g ', `<g transform="translate(16 16) scale(${scale}) translate(-16 -16)" `);

// A maskable icon may be cropped to a circle of 80 % of its width (W3C Web Application Manifest, "Icon masks").
const drawn = [
  ['icon-192.png', 192, icon],
  ['icon-512.png', 512, icon],
  ['icon-maskable-512.png', 512, toSquare(0.75)],
  ['apple-touch-icon.png', 180, toSquare(0.85)],
] as const;

await using chromium = await launchBrowser();
const page = await chromium.browser.newPage();
for (const [name, size, svg] of drawn) {
  await page.setViewportSize({ width: size, height: size });
  const url = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  await page.setContent(`<style>body{margin:0}img{display:block;width:100vw}</style><img src="${url}">`);
  await page.locator('img').evaluate((image: HTMLImageElement) => image.decode());
  writeFileSync(new URL(`public/${name}`, web), await page.screenshot({ omitBackground: true }));
}
