import { t } from '../text/text.ts';

/**
 * The address of a page of the documentation. The server puts a link to it in the head of its pages; undefined where it has
 * none (decisions/029).
 */
export const toDocsAddress = (path = ''): string | undefined => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="help"]');
  return link === null ? undefined : `${link.href}${path}`;
};

/** A link to the documentation, where the server has it. */
export const DocsLink = () => {
  const address = toDocsAddress();
  return (
    address !== undefined && (
      <a className="frame__docs small quiet" href={address}>
        {t('design.documentation')}
      </a>
    )
  );
};
