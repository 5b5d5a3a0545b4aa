// Not imported from the entry of oidc-provider, because that entry warns about any Node.js that does not report itself
// as LTS. The Node.js installed by npm never does.
export * as errors from 'oidc-provider/lib/helpers/errors.js';
export * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js';
export { Provider } from 'oidc-provider/lib/provider.js';
