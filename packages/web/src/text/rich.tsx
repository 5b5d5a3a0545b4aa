import { createElement, Fragment, type ReactNode } from 'react';

type Parts = Readonly<Record<string, (content: string) => ReactNode>>;

const toNode = (piece: string, parts: Parts): ReactNode => {
  const [, name, content] = /^<(\w+)>([^<]*)<\/\1>$/.exec(piece) ?? [];
  return name === undefined ? piece : (parts[name]?.(content!) ?? content);
};

/**
 * A text that contains elements: `<Rich text="Open <a>it</a>." parts={{ a: (content) => <a href="…">{content}</a> }}
 * />`. Each tag has the name of one of the `parts` and contains plain text or nothing.
 */
export const Rich = ({ text, parts }: { readonly text: string; readonly parts: Parts }) =>
  createElement(Fragment, null, ...text.split(/(<\w+>[^<]*<\/\w+>)/).map((piece) => toNode(piece, parts)));
