import type { Configuration, ErrorOut, KoaContextWithOIDC } from 'oidc-provider';

type Features = NonNullable<Configuration['features']>;

/** The pages that the authorization server shows to people. `api/oauth` renders them. */
export interface ProviderPages {
  /** Renders the response to a request that failed and whose browser cannot be redirected to the app. */
  readonly renderError: (ctx: KoaContextWithOIDC, error: ErrorOut) => void;
  /** Renders the response to a request over its rate limit. */
  readonly renderTooMany: (ctx: KoaContextWithOIDC, sentence: string) => void;
  /** Pages on which an owner enters and confirms the code of a device (RFC 8628, 3.3). */
  readonly device: Pick<
    NonNullable<Features['deviceFlow']>,
    'userCodeInputSource' | 'userCodeConfirmSource' | 'successSource'
  >;
}
