import { createStore, type Store } from './store.ts';

/** Whether something was done, or was refused or failed. */
export type ToastKind = 'success' | 'error';

/** One message. */
export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly sentence: string;
}

/** Messages that appear over the page. Each disappears after a while, or when it is dismissed. */
export interface Toasts {
  readonly all: Store<readonly Toast[]>;
  /** Shows why something was refused or failed. */
  showError(sentence: string): void;
  /** Shows what was done. */
  showSuccess(sentence: string): void;
  dismiss(id: number): void;
}

const displayTime = 12_000;
const maxToasts = 3;

export const createToasts = (): Toasts => {
  const all = createStore<readonly Toast[]>([]);
  let ids = 0;
  const dismiss = (id: number) => all.set(all.get().filter((one) => one.id !== id));
  const add = (kind: ToastKind) => (sentence: string) => {
    const id = ++ids;
    all.set(
      [...all.get().filter((one) => one.sentence !== sentence), { id, kind, sentence }].slice(-maxToasts),
    );
    setTimeout(() => dismiss(id), displayTime);
  };
  return { all, dismiss, showError: add('error'), showSuccess: add('success') };
};
