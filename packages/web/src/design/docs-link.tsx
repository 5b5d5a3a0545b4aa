import { t } from '../text/text.ts';

/**
 * Returns the address of a page of the documentation, from the link that the server puts in the head of its pages;
 * `undefined` if the server has no documentation (decisions/029).
 */
export const toDocsAddress = (path = ''): string | undefined => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="help"]');
  return link === null ? undefined : `${link.href}${path}`;
};

/** A link to the documentation, if the server has it. */
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
