import { useState } from 'react';
import { Segmented } from '../../../design/segmented.tsx';
import { CodeBlock } from '../part/code-block.tsx';
import { toCurl, tokenVariable, toTypeScript } from './code.ts';
import type { Request, Wish } from './request.ts';

const views = ['Request', 'curl', 'TypeScript'] as const;

/** The request as it is sent, and the same call for a shell and for a program. */
export const CallPanel = ({ wish, request }: { wish: Wish; request: Request }) => {
  const [view, setView] = useState(0);
  const { origin } = window.location;
  return (
    <section className="panel card" aria-labelledby="call">
      <div className="panel__head">
        <h2 id="call">The call</h2>
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
        <CodeBlock label="With @plenum/client" text={toTypeScript(origin, wish)} />
      )}
      {views[view] !== 'Request' && (
        <p className="quiet small">It finds the token in the variable {tokenVariable} of its environment.</p>
      )}
    </section>
  );
};
