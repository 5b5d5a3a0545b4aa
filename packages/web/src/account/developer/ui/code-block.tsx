import { CopyButton } from '../../../design/copy-button.tsx';
import { toJsonTokens } from './json-tokens.ts';
import './code-block.css';

interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
  /** Highlights the keys and values of JSON. */
  readonly isJson?: boolean;
}

/** A long text to read or copy. It scrolls inside its box, with the keyboard too. */
export const CodeBlock = ({ label, text, isJson = false }: CodeBlockProps) => (
  <figure className="code">
    <figcaption className="code__head">
      <span>{label}</span>
      <CopyButton text={text} what={label} />
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
    <section className="code__text" tabIndex={0} aria-label={label}>
      <pre>
        <code>
          {isJson
            ? toJsonTokens(text).map(({ kind, text: piece }, place) =>
                kind === undefined ? (
                  piece
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
                  <span key={place} className={`json__${kind}`}>
                    {piece}
                  </span>
                ),
              )
            : text}
        </code>
      </pre>
    </section>
  </figure>
);
