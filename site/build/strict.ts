import { createHash } from 'node:crypto';

/** A file with the inline content of a page. */
export interface MovedFile {
  readonly name: string;
  readonly text: string;
}

/** Pages without inline scripts and styles, and the files with their content. */
export interface StrictPages {
  readonly pages: ReadonlyMap<string, string>;
  readonly files: readonly MovedFile[];
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/** Runs synchronously at its position in the page, like the inline script. */
const inlineScript = /<script(?![^>]*\bsrc=)((?: aria-hidden="true")?)>(.*?)<\/script>/gs;
const styleAttribute =
  /<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*?)\s+style="([^"]*)"((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>/g;

/**
 * Moves inline scripts and the styles of elements into files below `folder`, because the servers' policy forbids inline
 * content. Each different style becomes a class of its elements.
 */
export function toStrictPages(pages: ReadonlyMap<string, string>, folder: string): StrictPages {
  const scripts = new Map<string, string>();
  const styles = new Map<string, string>();
  const moveScripts = (html: string) =>
    html.replace(inlineScript, (_, attributes: string, text: string) => {
      const name = `inline-${hashOf(text)}.js`;
      scripts.set(name, text);
      return `<script${attributes} src="${folder}${name}"></script>`;
    });
  const moveStyles = (html: string) =>
    html.replace(
      styleAttribute,
      (_, tag: string, before: string, style: string, after: string, end: string) => {
        // A script shows the keyboard shortcut of the search by removing this style, which would be impossible if the
        // style were in a class.
        if (/^display:\s*none;?$/.test(style)) return `<${tag}${before}${after}${end}>`;
        const name = `s-${hashOf(style)}`;
        styles.set(name, style);
        const attributes = before + after;
        const classed = / class="/.test(attributes)
          ? attributes.replace(/ class="/, ` class="${name} `)
          : `${attributes} class="${name}"`;
        return `<${tag}${classed}${end}>`;
      },
    );
  const moved = new Map([...pages].map(([path, html]) => [path, moveStyles(moveScripts(html))]));
  const css = [...styles]
    .map(([name, style]) => `.${name}.${name}{${style}}`)
    .toSorted()
    .join('\n');
  const sheet = `inline-${hashOf(css)}.css`;
  const link = `<link rel="stylesheet" href="${folder}${sheet}"></head>`;
  return {
    pages: new Map([...moved].map(([path, html]) => [path, html.replace('</head>', link)])),
    files: [...scripts, [sheet, css] as const].map(([name, text]) => ({ name, text })),
  };
}
