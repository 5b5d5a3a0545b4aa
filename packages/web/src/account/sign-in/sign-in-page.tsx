import { t } from '../../text/text.ts';
import { toHash } from '../frame/routes.ts';
import { SignInCard } from './sign-in-card.tsx';
import { SignInForm } from './sign-in-form.tsx';

const words = {
  'sign-in': {
    title: 'common.signIn',
    lead: 'signIn.lead',
    question: 'signIn.noAccount',
    other: 'sign-up',
    offer: 'signIn.createOne',
  },
  'sign-up': {
    title: 'signIn.createTitle',
    lead: 'signIn.createLead',
    question: 'signIn.haveAccount',
    other: 'sign-in',
    offer: 'common.signIn',
  },
} as const;

/** The page to sign in or to sign up. */
export const SignInPage = ({ how }: { how: 'sign-in' | 'sign-up' }) => {
  const { title, lead, question, other, offer } = words[how];
  return (
    <SignInCard
      title={t(title)}
      lead={t(lead)}
      other={
        <>
          {t(question)} <a href={toHash(other)}>{t(offer)}</a>
        </>
      }
    >
      <SignInForm key={how} how={how} />
    </SignInCard>
  );
};
