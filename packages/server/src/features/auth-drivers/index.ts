export { authDriversFeature } from './feature.ts';
export { nameOfDriver, refusesPassword } from './queries.ts';
export { createLeaving } from './saml/sign-out.ts';
