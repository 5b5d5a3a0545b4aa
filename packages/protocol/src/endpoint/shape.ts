import type { Field, Fields, RecordField } from '../field/field.ts';
import type { Value } from '../field/value.ts';

/**
 * The shape of an endpoint's response or body: a field, or one of the shapes that commands never have (extensible
 * objects, nullable values, alternatives).
 */
export type Shape =
  | Field
  | OpenShape
  | ListShape
  | MapShape
  | NullableShape
  | EitherShape
  | ConstantShape
  | AnyShape;

export type Shapes = { readonly [key: string]: Shape };

interface DescribedShape {
  readonly description: string;
}

/** An object to which a later release may add members. */
export interface OpenShape<S = Shapes, Optional = unknown> extends DescribedShape {
  readonly shape: 'open';
  readonly members: S;
  readonly required: readonly string[];
  readonly '~optional'?: Optional;
}

export interface ListShape<S = unknown> extends DescribedShape {
  readonly shape: 'list';
  readonly items: S;
  readonly max?: number;
}

export interface MapShape<S = unknown> extends DescribedShape {
  readonly shape: 'map';
  readonly each: S;
}

export interface NullableShape<S = unknown> extends DescribedShape {
  readonly shape: 'nullable';
  readonly of: S;
}

export interface EitherShape<S = unknown> extends DescribedShape {
  readonly shape: 'either';
  readonly of: readonly S[];
}

/** One of the listed values. */
export interface ConstantShape<Constant = unknown> extends DescribedShape {
  readonly shape: 'constant';
  readonly values: readonly Constant[];
}

/** Any JSON value. */
export interface AnyShape extends DescribedShape {
  readonly shape: 'any';
}

export const isShape = (shape: Shape): shape is Exclude<Shape, Field> => 'shape' in shape;

/** An object to which a later release may add members; `optional` names those that may be missing. */
export const open = <S extends Shapes, Optional extends keyof S & string = never>(
  description: string,
  members: S,
  { optional = [] }: { readonly optional?: readonly Optional[] } = {},
): OpenShape<S, NoInfer<Optional>> => ({
  shape: 'open',
  description,
  members,
  required: Object.keys(members).filter((key) => !(optional as readonly string[]).includes(key)),
});

/** A list of values of one shape. */
export const listOf = <S extends Shape>(
  description: string,
  items: S,
  { max }: { readonly max?: number } = {},
): ListShape<S> => ({ shape: 'list', description, items, ...(max !== undefined && { max }) });

/** An object that maps any keys to values of one shape. */
export const mapOf = <S extends Shape>(description: string, each: S): MapShape<S> => ({
  shape: 'map',
  description,
  each,
});

/** A value that may be null. */
export const orNull = <S extends Shape>(of: S): NullableShape<S> => ({
  shape: 'nullable',
  description: of.description,
  of,
});

/** One shape of several. */
export const either = <const S extends readonly Shape[]>(
  description: string,
  ...of: S
): EitherShape<S[number]> => ({ shape: 'either', description, of });

/** One of the listed values. */
export const constant = <const Constant extends string | number>(
  description: string,
  ...values: readonly Constant[]
): ConstantShape<Constant> => ({ shape: 'constant', description, values });

/** Any JSON value. */
export const anything = (description: string): AnyShape => ({ shape: 'any', description });

/** A shape whose values have a narrower type in TypeScript than in JSON, such as codes that are defined elsewhere. */
export type Typed<T, S> = S & { readonly '~value': { readonly is: T } };
export const typed =
  <T>() =>
  <const S extends Shape>(shape: S): Typed<T, S> =>
    shape as Typed<T, S>;

/** The type of a shape's values, derived from its definition. */
export type ShapeValue<S> = S extends { readonly '~value': { readonly is: infer T } }
  ? T
  : S extends OpenShape<infer Members extends Shapes, infer Optional>
    ? OpenValue<Members, Optional>
    : S extends ListShape<infer Item>
      ? readonly ShapeValue<Item>[]
      : S extends MapShape<infer Each>
        ? Readonly<Record<string, ShapeValue<Each>>>
        : S extends NullableShape<infer Of>
          ? ShapeValue<Of> | null
          : S extends EitherShape<infer Of>
            ? ShapeValue<Of>
            : S extends ConstantShape<infer Constant>
              ? Constant
              : S extends AnyShape
                ? unknown
                : S extends Field
                  ? Value<S>
                  : never;

type OpenValue<Members extends Shapes, Optional> = {
  readonly [Key in Exclude<keyof Members, Optional>]: ShapeValue<Members[Key]>;
} & { readonly [Key in Extract<keyof Members, Optional>]?: ShapeValue<Members[Key]> };

/** Returns a closed record with the members of another record and additional members of a response. */
export const extended = <F extends Fields, Optional, More extends Fields>(
  of: RecordField<F, Optional>,
  more: More,
): RecordField<F & More, Optional> => ({
  ...of,
  properties: { ...of.properties, ...more },
  required: [...of.required, ...Object.keys(more)],
});
