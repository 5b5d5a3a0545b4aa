import { toHash } from '../frame/routes.ts';
import { SignInCard } from './sign-in-card.tsx';
import { SignInForm } from './sign-in-form.tsx';

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
    <SignInCard
      title={title}
      lead={lead}
      other={
        <>
          {question} <a href={toHash(other)}>{offer}</a>
        </>
      }
    >
      <SignInForm key={how} how={how} />
    </SignInCard>
  );
};
