import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** How far a block is moved: minutes by which its start and its stop change. */
export interface Shift {
  readonly start: number;
  readonly stop: number;
}

const step = 15;
/** Milliseconds without another key after which a block stays where it is. */
const settle = 600;
/** Pixels from an end within which a pointer takes hold of that end. */
const grip = 8;
const none: Shift = { start: 0, stop: 0 };
const minutesOfDay = 1_440;

/** The ends that a pointer takes hold of: both, or the one that it is at. */
const endsAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): readonly ('start' | 'stop')[] => {
  const { left, right, width } = currentTarget.getBoundingClientRect();
  if (width < 4 * grip) return ['start', 'stop'];
  if (clientX - left < grip) return ['start'];
  return right - clientX < grip ? ['stop'] : ['start', 'stop'];
};

/**
 * Moves a block of a timeline of one day by pointer or by arrow keys, in steps of a quarter of an hour; with Shift, or at one
 * end, it moves that end.
 */
export const useMove = (onMove: ((shift: Shift) => void) | undefined, onOpen: () => void) => {
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
  // What was moved by a key is meant, also where its page closes at once; a drag that nobody ended is not.
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
      // A drag ends in a click, which must not open the editor.
      onClick: () => {
        if (!wasMoved.current) onOpen();
        wasMoved.current = false;
      },
    },
  };
};
