/** The positions of two fingers, as fractions of the width. */
export type Pair = readonly [number, number];

interface TouchHandlers {
  /** Called with the position of one finger, in pixels from the left. */
  readonly onSlide: (left: number) => void;
  /** Called with the positions at which two fingers touched down, and their current positions. */
  readonly onPinch: (from: Pair, to: Pair) => void;
  /** Called when a pinch ends; `false` if the browser took over to scroll the page. */
  readonly onPinchEnd: (isMeant: boolean) => void;
}

/**
 * Tracks touches on an element: one finger that slides, or two that pinch. Vertical movements scroll the page
 * (`touch-action: pan-y`).
 */
export function trackTouches(element: HTMLElement, { onSlide, onPinch, onPinchEnd }: TouchHandlers): void {
  const fingers = new Map<number, number>();
  let began: Pair | undefined;
  let isOver = false;
  const pair = (): Pair => {
    const [one = 0, other = 0] = fingers.values();
    return [one, other];
  };
  const watch = (type: string, act: (event: PointerEvent, left: number, width: number) => void) =>
    element.addEventListener(type, (event) => {
      const pointer = event as PointerEvent;
      if (pointer.pointerType !== 'touch') return;
      const { left, width } = element.getBoundingClientRect();
      act(pointer, pointer.clientX - left, width);
    });
  watch('pointerdown', ({ pointerId }, left, width) => {
    fingers.set(pointerId, left / width);
    if (fingers.size === 2) began = pair();
  });
  watch('pointermove', ({ pointerId }, left, width) => {
    if (!fingers.has(pointerId)) return;
    fingers.set(pointerId, left / width);
    if (began !== undefined) onPinch(began, pair());
    else if (!isOver) onSlide(left);
  });
  for (const type of ['pointerup', 'pointercancel'])
    watch(type, ({ pointerId }) => {
      fingers.delete(pointerId);
      if (began !== undefined) {
        began = undefined;
        onPinchEnd(type === 'pointerup');
      }
      // The finger that remains after a pinch does not move the pointer.
      isOver = fingers.size > 0;
    });
}
