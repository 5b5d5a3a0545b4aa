import { appVariables } from '@plenum/protocol/console';

/** The environment variable from which the displayed code reads its token. */
export const tokenVariable = appVariables.accessToken;
