import { createStore, type Store } from './store.ts';

/** The kind of a message: a completed action, or a refusal or failure. */
export type ToastKind = 'success' | 'error';

interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly sentence: string;
  readonly action?: ToastAction;
}

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** Messages over the page. Each disappears after a while, or when it is dismissed. */
export interface Toasts {
  readonly all: Store<readonly Toast[]>;
  /** Shows the reason for a refusal or failure. */
  showError(sentence: string): void;
  /** Reports a completed action. */
  showSuccess(sentence: string): void;
  /** Reports a completed action, and offers for 10 s to undo or to continue it. Only one offer is shown at a time. */
  showUndo(sentence: string, action: ToastAction): void;
  dismiss(id: number): void;
}

const displayTime = 12_000;
const undoTime = 10_000;
const maxToasts = 3;

export function createToasts(): Toasts {
  const all = createStore<readonly Toast[]>([]);
  let ids = 0;
  const dismiss = (id: number) => all.set(all.get().filter((one) => one.id !== id));
  const show = (toast: Omit<Toast, 'id'>, time = displayTime) => {
    const id = ++ids;
    const others = all.get().filter(({ sentence }) => sentence !== toast.sentence);
    all.set([...others, { ...toast, id }].slice(-maxToasts));
    setTimeout(() => dismiss(id), time);
  };
  return {
    all,
    dismiss,
    showError: (sentence) => show({ kind: 'error', sentence }),
    showSuccess: (sentence) => show({ kind: 'success', sentence }),
    showUndo: (sentence, action) => {
      // An older offer would restore settings from before both changes.
      all.set(all.get().filter((one) => one.action === undefined));
      show({ kind: 'success', sentence, action }, undoTime);
    },
  };
}
