import { toDocsAddress } from '../../../design/docs-link.tsx';
import { t } from '../../../text/text.ts';

/** The URL of the public reference, used if the server has no documentation. */
const reference = 'https://github.com/plenum-climate/plenum/blob/main/docs/interface/reference.md';

/** A link to the reference of the interface: every command, its limits and its refusals. */
export const ReferenceLink = () => (
  <a
    className="link"
    href={toDocsAddress('reference/commands/') ?? reference}
    target="_blank"
    rel="noreferrer"
  >
    {t('console.reference')}
  </a>
);
