export { CertificateRefused, codeOf, type DirectoryEntry, EncryptionRefused } from './directory.ts';
export { authDriversFeature } from './feature.ts';
export { nameOfDirectory, openPeople } from './people.ts';
export { nameOfDriver, refusesPassword } from './queries.ts';
export { createLeaving } from './saml/sign-out.ts';
