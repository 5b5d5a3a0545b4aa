import type { ReactNode } from 'react';
import { Logo } from '../frame/logo.tsx';
import './sign-in.css';

interface SignInCardProps {
  readonly title: string;
  readonly lead?: string | undefined;
  /** The content below the line: an alternative way to sign in. */
  readonly other?: ReactNode;
  readonly children?: ReactNode;
}

/** The card on pages for visitors: to sign in, to sign up, or to follow a link from an e-mail. */
export const SignInCard = ({ title, lead, other, children }: SignInCardProps) => (
  <section className="enter card">
    <title>{`${title} · Plenum`}</title>
    <Logo />
    <div>
      <h1 className="page__title">{title}</h1>
      {lead !== undefined && <p className="page__lead">{lead}</p>}
    </div>
    {children}
    {other !== undefined && <div className="enter__other">{other}</div>}
  </section>
);
