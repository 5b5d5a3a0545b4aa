import { Button } from 'react-aria-components';
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

type How = keyof typeof words;

interface SignInPageProps {
  readonly how: How;
  /** The reason for the sign-in, shown in place of the default sentence. */
  readonly lead?: string;
  /** Switches between the forms; set if the other form is not a separate page. */
  readonly onOther?: (how: How) => void;
}

export function SignInPage({ how, lead, onOther }: SignInPageProps) {
  const { title, lead: defaultLead, question, other, offer } = words[how];
  return (
    <SignInCard
      title={t(title)}
      lead={lead ?? t(defaultLead)}
      other={
        <>
          {t(question)}{' '}
          {onOther === undefined ? (
            <a href={toHash(other)}>{t(offer)}</a>
          ) : (
            <Button className="link" onPress={() => onOther(other)}>
              {t(offer)}
            </Button>
          )}
        </>
      }
    >
      <SignInForm key={how} how={how} />
    </SignInCard>
  );
}
