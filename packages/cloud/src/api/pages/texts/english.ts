import type { ScopeWords } from '../scope-words.ts';
import { scopeWords } from '../scope-words.ts';

/** The page texts in English, the source language of the translations. */
export const english = {
  language: 'en' as string,
  signIn: 'Sign in',
  signUp: 'Create your account',
  createAccount: 'Create account',
  noAccount: 'No account yet?',
  createOne: 'Create one',
  haveAccount: 'Have an account?',
  continueTo: 'to continue to',
  email: 'E-mail address',
  password: 'Password',
  passwordHint: (length: number) => `At least ${length} characters; a few words in a row work well.`,
  passkey: 'Sign in with a passkey',
  lostPassword: 'Lost your password?',
  cancel: 'Cancel and go back',
  enterCode: 'Enter your code',
  codeHint: 'The code from your authenticator app, or one of your recovery codes.',
  code: 'Code',
  continue: 'Continue',
  otherAccount: 'Use another account',
  wouldLike: (app: string, requests: readonly string[]) => `${app} would like to ${requests.join(' and ')}`,
  signedInAs: 'Signed in as',
  registeredItself: (app: string) =>
    `${app} registered itself, so nobody has checked this name. Allow it only if you have just connected it yourself.`,
  ifAllowed: 'If you allow it, it can',
  itCannot: 'It cannot',
  goBackTo: 'You will return to',
  doNotAllow: 'Do not allow',
  allow: 'Allow',
  allowApp: (app: string) => `Allow ${app}?`,
  chooseTestUser: (app: string) => `Choose a test user for ${app}`,
  allowAs: (name: string) => `Allow as ${name}`,
  testKeys: 'The app uses its test keys. It will see only the houses of the test user that you choose.',
  noTestUsers:
    'This app has no test users of yours. The developer of the app can create them in the console.',
  notYou: 'Not you?',
  pairBridge: 'Pair a bridge',
  pairHint:
    'Enter the code that your bridge shows, for example on its start screen or in its log, or that plenum listen shows.',
  systemId: 'System id',
  notGiven: 'not given',
  askedFrom: 'Requested from',
  notKnown: 'unknown',
  checkTitle: 'Check the code',
  checkCode: 'Does your bridge show this code?',
  checkHint: 'Continue only if you started this and the bridge is yours.',
  noStop: 'No, stop',
  yesContinue: 'Yes, continue',
  checkProgramCode: 'Does plenum listen show this code?',
  checkProgramHint: 'Continue only if you started plenum listen yourself, just now.',
  chooseApp: 'Which app?',
  listensTest: 'It receives the events of the test keys of the app: those of your test users only.',
  listensLive:
    'These are live events: the states of the homes of everybody who uses the app are sent to the machine where plenum listen runs. Allow this only on a machine that you trust with them.',
  noTestKeys:
    'None of your apps has test keys. Create them in the console, or start plenum listen again with --live.',
  noApps: 'You have no app. Create one in the console first.',
  programContinues: 'It continues automatically within a few seconds. You can close this page.',
  done: 'Done',
  canContinue: (app: string) => `${app} can continue`,
  continuesByItself:
    'It continues automatically, and its house appears in your account within a few seconds.',
  toHouses: 'Go to your houses',
  forDeveloper: 'For the developer of the app',
  didNotWork: 'This did not work',
  appError:
    'The app that sent you here made a request that we cannot answer. Nothing was allowed. Go back to the app and start again. If it happens again, send its developer the details below.',
  ownError:
    'Something went wrong here. Nothing was allowed. Go back to the app and try again in a few minutes.',
  tooManyRequests: 'Too many requests',
  tooManyCodes: 'Too many codes',
  needCode: 'Enter the code that your bridge shows.',
  pairingStopped: 'The pairing was stopped. Nothing was allowed.',
  otherCodeProblem: 'This page is out of date, or something went wrong. Enter the code again.',
  startAgain: 'Please start again',
  startAgainHelp:
    'This sign-in has expired, has ended, or was started in another browser. Go back to the app or the bridge and start again.',
  tryAgain: 'Please try again in a moment',
  tryAgainHelp:
    'This cloud cannot reach its data at the moment. Nothing was allowed. Load the page again in a few seconds.',
  scopes: scopeWords as Readonly<Record<keyof typeof scopeWords, ScopeWords>>,
} as const;

/** The page texts in one language; a missing text is a compile error. */
export type PageTexts = {
  readonly [Key in keyof typeof english]: (typeof english)[Key] extends string
    ? string
    : (typeof english)[Key];
};
