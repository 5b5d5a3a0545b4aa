import { Logo } from '../frame/logo.tsx';
import { toHash } from '../frame/routes.ts';
import { SignInForm } from './sign-in-form.tsx';
import './sign-in.css';

const words = {
  'sign-in': {
    title: 'Sign in',
    lead: 'See your houses from anywhere.',
    question: 'No account yet?',
    other: 'sign-up',
    offer: 'Create one',
  },
  'sign-up': {
    title: 'Create an account',
    lead: 'For your houses and the apps that may use them.',
    question: 'Have an account already?',
    other: 'sign-in',
    offer: 'Sign in',
  },
} as const;

/** The page to sign in or to sign up. */
export const SignInPage = ({ how }: { how: 'sign-in' | 'sign-up' }) => {
  const { title, lead, question, other, offer } = words[how];
  return (
    <section className="enter card">
      <title>{`${title} · Plenum`}</title>
      <Logo />
      <div>
        <h1 className="page__title">{title}</h1>
        <p className="page__lead">{lead}</p>
      </div>
      <SignInForm key={how} how={how} />
      <p className="enter__other">
        {question} <a href={toHash(other)}>{offer}</a>
      </p>
    </section>
  );
};
