import type { ComponentKind, DatagramOf } from '../component/kinds.ts';

/** What a word stands for: of JSON a text, a flag or a whole number, and what that number counts. */
interface Words {
  readonly text: string;
  readonly flag: boolean;
  readonly count: number;
  /** Of HTTP. */
  readonly status: number;
  /** ms since 1970 UTC. */
  readonly instant: number;
  /** ms. */
  readonly duration: number;
}

export type Word = keyof Words;

/** The members of an object; the name of one that may be missing ends with `?`. */
export type Members = { readonly [name: string]: Shape };

/** What is made of other shapes, or of words alone. */
export type Compound =
  | { readonly oneOf: readonly string[] }
  | { readonly listOf: Shape }
  | { readonly mapOf: Shape }
  | { readonly datagram: ComponentKind };

/** The shape of a value of JSON, as data. */
export type Shape = Word | Compound | Members;

/** The value of a shape, read off it; a member that may be missing may be undefined, which JSON leaves out. */
export type Shaped<S> = S extends Word
  ? Words[S]
  : S extends { readonly oneOf: readonly (infer One)[] }
    ? One
    : S extends { readonly listOf: infer Item }
      ? readonly Shaped<Item>[]
      : S extends { readonly mapOf: infer Item }
        ? Readonly<Record<string, Shaped<Item>>>
        : S extends { readonly datagram: infer Kind extends ComponentKind }
          ? DatagramOf<Kind>
          : { readonly [Name in keyof S as Name extends `${string}?` ? never : Name]: Shaped<S[Name]> } & {
              readonly [Name in keyof S as Name extends `${infer Bare}?` ? Bare : never]?:
                | Shaped<S[Name]>
                | undefined;
            };
