import { t } from '../text/text.ts';

/**
 * Returns the URL of a documentation page, from the link that the server inserts into the head; `undefined` if the
 * server has no documentation (decisions/029).
 */
export function toDocsAddress(path = ''): string | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[rel="help"]');
  return link === null ? undefined : `${link.href}${path}`;
}

/** A link to the documentation; renders nothing if the server has none. */
export function DocsLink() {
  const address = toDocsAddress();
  return (
    address !== undefined && (
      <a className="frame__docs small quiet" href={address}>
        {t('design.documentation')}
      </a>
    )
  );
}
