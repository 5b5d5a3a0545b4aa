import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** The move of a block: the minutes by which its start and its stop change. */
export interface Shift {
  readonly start: number;
  readonly stop: number;
}

const step = 15;
/** Delay after the last key before a move is applied, in ms. */
const settle = 600;
/** Distance from an end of a block within which a pointer grabs that end, in pixels. */
const grip = 8;
const none: Shift = { start: 0, stop: 0 };
const minutesOfDay = 1_440;

/** Returns the ends that a pointer grabs: both, or the nearer one. */
const endsAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): readonly ('start' | 'stop')[] => {
  const { left, right, width } = currentTarget.getBoundingClientRect();
  if (width < 4 * grip) return ['start', 'stop'];
  if (clientX - left < grip) return ['start'];
  return right - clientX < grip ? ['stop'] : ['start', 'stop'];
};

/**
 * Moves a block of a one-day timeline by pointer or arrow keys, in steps of a quarter of an hour. Shift with an arrow
 * key moves only the stop; a pointer near one end moves only that end.
 */
export function useMove(onMove: ((shift: Shift) => void) | undefined, onOpen: () => void) {
  const [shift, setShift] = useState(none);
  const held = useRef<{ x: number; width: number; ends: readonly ('start' | 'stop')[] }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(none);
  const wasMoved = useRef(false);
  const atEnd = useRef(() => {});
  useEffect(() => () => atEnd.current(), []);
  const show = (next: Shift) => {
    latest.current = next;
    setShift(next);
  };
  const finish = () => {
    clearTimeout(timer.current);
    const { current } = latest;
    show(none);
    if (current.start !== 0 || current.stop !== 0) onMove?.(current);
  };
  // A move by key is applied even if the page closes immediately; an unfinished drag is not.
  atEnd.current = () => {
    if (held.current === undefined) finish();
  };
  if (onMove === undefined) return { shift, handlers: { onClick: onOpen } };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (held.current === undefined) return;
    const { x, width, ends } = held.current;
    const minutes = Math.round((((clientX - x) / width) * minutesOfDay) / step) * step;
    if (minutes !== 0) wasMoved.current = true;
    show({ start: ends.includes('start') ? minutes : 0, stop: ends.includes('stop') ? minutes : 0 });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (event.key === 'Escape') show(none);
    if (by === undefined) return;
    event.preventDefault();
    const { start, stop } = latest.current;
    show({ start: event.shiftKey ? start : start + by, stop: stop + by });
    clearTimeout(timer.current);
    timer.current = setTimeout(finish, settle);
  };
  return {
    shift,
    handlers: {
      onKeyDown,
      onPointerMove,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        wasMoved.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
        const width = event.currentTarget.parentElement!.getBoundingClientRect().width;
        held.current = { x: event.clientX, width, ends: endsAt(event) };
      },
      onPointerUp: () => {
        held.current = undefined;
        finish();
      },
      onPointerCancel: () => {
        held.current = undefined;
        show(none);
      },
      onBlur: finish,
      // A drag ends with a click, which must not open the editor.
      onClick: () => {
        if (!wasMoved.current) onOpen();
        wasMoved.current = false;
      },
    },
  };
}
