// Not from the entry of oidc-provider, which warns of each Node that does not call itself LTS: the Node that npm installs never
// does.
export * as errors from 'oidc-provider/lib/helpers/errors.js';
export * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js';
export { Provider } from 'oidc-provider/lib/provider.js';
