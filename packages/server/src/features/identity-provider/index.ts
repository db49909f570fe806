export { identityProviderFeature } from './feature.ts';
