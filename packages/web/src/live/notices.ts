import { createStore, type Store } from './store.ts';

/** One sentence a reader should see. */
export interface Notice {
  readonly id: number;
  readonly sentence: string;
}

/** The sentences that stand on the page; each leaves by itself after a while, or when it is dismissed. */
export interface Notices {
  readonly all: Store<readonly Notice[]>;
  tell(sentence: string): void;
  dismiss(id: number): void;
}

const longest = 12_000;
const most = 3;

export const createNotices = (): Notices => {
  const all = createStore<readonly Notice[]>([]);
  let ids = 0;
  const dismiss = (id: number) => all.set(all.get().filter((one) => one.id !== id));
  return {
    all,
    dismiss,
    tell: (sentence) => {
      const id = ++ids;
      all.set([...all.get().filter((one) => one.sentence !== sentence), { id, sentence }].slice(-most));
      setTimeout(() => dismiss(id), longest);
    },
  };
};
