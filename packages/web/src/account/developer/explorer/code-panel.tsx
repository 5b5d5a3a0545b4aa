import { useState } from 'react';
import { Segmented } from '../../../design/field/segmented.tsx';
import { t } from '../../../text/text.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { tokenVariable } from '../ui/token-variable.ts';
import { toCurl, toExport, toTypeScript } from './code.ts';
import type { ExplorerRequest, Request } from './request.ts';

const views = ['request', 'curl', 'TypeScript'] as const;

/** Shows the request as JSON, and as code for a shell and for a program. */
export function CodePanel({ operation, request }: { operation: ExplorerRequest; request: Request }) {
  const [view, setView] = useState(0);
  const { origin } = window.location;
  return (
    <section className="panel card" aria-labelledby="call">
      <div className="panel__head">
        <h2 id="call">{t('console.code')}</h2>
        <Segmented
          label={t('console.shownAs')}
          options={views.map((each, value) => ({
            value,
            label: each === 'request' ? t('console.request') : each,
          }))}
          value={view}
          onChange={setView}
        />
      </div>
      {views[view] === 'request' && (
        <CodeBlock label="POST /dev" text={JSON.stringify(request, null, 2)} isJson />
      )}
      {views[view] === 'curl' && <CodeBlock label={t('console.shell')} text={toCurl(origin, request)} />}
      {views[view] === 'TypeScript' && (
        <CodeBlock label={t('console.withClient')} text={toTypeScript(origin, operation)} />
      )}
      {views[view] !== 'request' && (
        <>
          <p className="quiet small">{t('console.readsToken', { variable: tokenVariable })}</p>
          <CodeBlock label={t('console.setToken')} text={toExport(t('console.pasteToken'))} />
        </>
      )}
    </section>
  );
}
