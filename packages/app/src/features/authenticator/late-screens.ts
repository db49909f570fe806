/** All of it as one file, under the names that the router knows. */
export { AuthenticatorScreen as Component } from './AuthenticatorScreen.tsx';
export { requireAuthenticator as loader } from './loaders.ts';
