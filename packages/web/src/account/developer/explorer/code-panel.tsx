import { useState } from 'react';
import { Segmented } from '../../../design/segmented.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { toCurl, tokenVariable, toTypeScript } from './code.ts';
import type { Operation, Request } from './request.ts';

const views = ['Request', 'curl', 'TypeScript'] as const;

/** The request as JSON, and as code for a shell and for a program. */
export const CodePanel = ({ operation, request }: { operation: Operation; request: Request }) => {
  const [view, setView] = useState(0);
  const { origin } = window.location;
  return (
    <section className="panel card" aria-labelledby="call">
      <div className="panel__head">
        <h2 id="call">Code</h2>
        <Segmented
          label="Shown as"
          options={views.map((label, value) => ({ value, label }))}
          value={view}
          onChange={setView}
        />
      </div>
      {views[view] === 'Request' && (
        <CodeBlock label="POST /dev" text={JSON.stringify(request, null, 2)} isJson />
      )}
      {views[view] === 'curl' && <CodeBlock label="Shell" text={toCurl(origin, request)} />}
      {views[view] === 'TypeScript' && (
        <CodeBlock label="With @plenum/client" text={toTypeScript(origin, operation)} />
      )}
      {views[view] !== 'Request' && (
        <p className="quiet small">It reads the token from the environment variable {tokenVariable}.</p>
      )}
    </section>
  );
};
