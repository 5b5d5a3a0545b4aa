import { Fragment } from 'react';
import { toAddressParts } from '../reading/address-parts.ts';

/** A URL or an id that may wrap between its parts, but not within a word. */
export const Wrappable = ({ text }: { text: string }) =>
  toAddressParts(text).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
