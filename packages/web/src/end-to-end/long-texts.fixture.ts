import type { Page } from 'playwright-core';

type Datagram = Record<string, unknown>;
interface Component {
  readonly kind: string;
  readonly index: number;
  readonly datagram: Datagram;
}

/** Names of the maximum length: 15 bytes. */
const names = ['Conference Room', 'Master Bathroom', 'Wohnen u. Essen'];

/** The states of zones while the unit cools: limited, held open, contradictory, and with a fault. */
const coolingZones: readonly Datagram[] = [
  { Mode: 3, Temp: 2960, Setpoint: 2150, MaxAir: 95, BalanceMax: 100, DmpPos: 95 },
  { ConstA: 1, Temp: 2160, Setpoint: 2150 },
  { SensorFault: 1 },
  { Mode: 3, Temp: 2010, Setpoint: 2150, DmpPos: 30 },
  { DmpFlt: 1, DmpPos: 100 },
  { DamperSkip: 1, DmpPos: 100 },
];
/** The states of zones while the unit pauses. */
const waitingZones: readonly Datagram[] = [
  { Mode: 3, Temp: 1860, Setpoint: 2150, DmpPos: 0 },
  { Mode: 3, Temp: 2960, Setpoint: 2150, DmpPos: 0 },
];
const plain = { SensorFault: 0, DmpFlt: 0, Master: 0, ConstA: 0, DamperSkip: 0 };

/** States of a house whose texts are long. */
export const longStates = {
  'while it cools': {
    unit: { SysOn: 1, SysMode: 1, Supply: 900, Temp: 2450, ACError: '' },
    zones: coolingZones,
  },
  'while it waits to heat': {
    unit: { SysOn: 1, SysMode: 2, Supply: 2100, Temp: 2000, ACError: '' },
    zones: waitingZones,
  },
} as const;

/** Returns the first event of the stream of a bridge: all components. */
const readSnapshot = async (url: string): Promise<{ at: number; components: readonly Component[] }> => {
  const { body } = await fetch(`${url}/events`);
  let text = '';
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const found = /^data: (.*)$/m.exec(text);
    if (found !== null && text.includes('\n\n')) return JSON.parse(found[1]!);
  }
  throw new Error('the stream ended before its snapshot');
};

/** Shows the house of a bridge on a page in one of the long states. */
export async function showLongState(page: Page, url: string, state: keyof typeof longStates): Promise<void> {
  const { at, components } = await readSnapshot(url);
  const { unit, zones } = longStates[state];
  const changed: Readonly<Record<string, (index: number) => Datagram>> = {
    unit: () => unit,
    zone: (index) => ({ ...plain, Name: names[index % names.length], ...zones[index % zones.length] }),
    split: (index) => ({ Name: names[index % names.length], Act: index % 2 }),
    vrf: (index) => ({ Name: names[index % names.length], On: 1, Er: index % 2 === 0 ? 'U4' : '', Ra: 2960 }),
    station: () => ({ Name: names[1] }),
  };
  const shown = components.map(({ kind, index, datagram }) => ({
    kind,
    index,
    datagram: { ...datagram, ...changed[kind]?.(index) },
  }));
  const body = `event: snapshot\ndata: ${JSON.stringify({ at, components: shown })}\n\n`;
  await page.route('**/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
}

/**
 * Returns the texts of a page that are partly hidden: clipped by an ancestor, outside their tile, or overlapping
 * another text.
 */
export const findCutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isHidden = (one: Element) => one.closest('.hidden, .skip, [aria-hidden="true"], option') !== null;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set<string>();
    const inTiles: { tile: Element; text: string; box: DOMRect }[] = [];
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const text = node.textContent!.trim();
      const parent = node.parentElement!;
      if (text === '' || isHidden(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
      for (let one: Element | null = parent; one !== null && one !== document.body; one = one.parentElement) {
        const style = getComputedStyle(one);
        // Skips text for screen readers only.
        if (style.clipPath.startsWith('inset')) break;
        const cuts =
          /hidden|clip/.test(`${style.overflowX} ${style.overflowY}`) || one.matches('.tile, .wall');
        if (!cuts) continue;
        const around = one.getBoundingClientRect();
        const cutsDown = /hidden|clip/.test(style.overflowY) || one.matches('.tile');
        for (const box of boxes)
          if (
            box.left < around.left - 1 ||
            box.right > around.right + 1 ||
            (cutsDown && (box.top < around.top - 2 || box.bottom > around.bottom + 2))
          )
            found.add(`${text} (${one.className})`);
      }
      const tile = parent.closest('.tile');
      if (tile !== null) for (const box of boxes) inTiles.push({ tile, text, box });
    }
    for (const one of inTiles)
      for (const other of inTiles)
        if (
          one.tile === other.tile &&
          one.text < other.text &&
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) > 4 &&
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 2
        )
          found.add(`${one.text} lies on ${other.text}`);
    return [...found];
  });
