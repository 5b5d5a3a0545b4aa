import { createStore, type Store } from './store.ts';

/** What a sentence tells of: something that was done, or was not and why. */
export type ToastKind = 'success' | 'error';

/** One sentence a reader should see. */
export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly sentence: string;
}

/** The sentences that stand on the page; each leaves by itself after a while, or when it is dismissed. */
export interface Toasts {
  readonly all: Store<readonly Toast[]>;
  /** Says why something was refused. */
  showError(sentence: string): void;
  /** Says what was done. */
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
