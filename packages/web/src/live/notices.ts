import { createStore, type Store } from './store.ts';

/** What a sentence tells of: something that was done, or was not and why. */
export type NoticeKind = 'done' | 'refused';

/** One sentence a reader should see. */
export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly sentence: string;
}

/** The sentences that stand on the page; each leaves by itself after a while, or when it is dismissed. */
export interface Notices {
  readonly all: Store<readonly Notice[]>;
  /** Says why something was refused. */
  refuse(sentence: string): void;
  /** Says what was done. */
  confirm(sentence: string): void;
  dismiss(id: number): void;
}

const longest = 12_000;
const most = 3;

export const createNotices = (): Notices => {
  const all = createStore<readonly Notice[]>([]);
  let ids = 0;
  const dismiss = (id: number) => all.set(all.get().filter((one) => one.id !== id));
  const tell = (kind: NoticeKind) => (sentence: string) => {
    const id = ++ids;
    all.set([...all.get().filter((one) => one.sentence !== sentence), { id, kind, sentence }].slice(-most));
    setTimeout(() => dismiss(id), longest);
  };
  return { all, dismiss, refuse: tell('refused'), confirm: tell('done') };
};
