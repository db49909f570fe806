export { CertificateRefused, codeOf, type DirectoryEntry, EncryptionRefused } from './directory.ts';
export { onlyValue } from './directory-sign-in.ts';
export { authDriversFeature } from './feature.ts';
export { createLeaving } from './leaving.ts';
export {
  type DirectoryNames,
  findDirectoryNames,
  isSwitchedOff,
  nameOfDirectory,
  openPeople,
  readStates,
} from './people.ts';
export {
  type ConnectedPerson,
  connectPairs,
  disconnectPairs,
  findPairing,
  listConnected,
  listSubjects,
  noteLocked,
} from './queries/people.ts';
export { listServiceOnly, lockDriver, nameOfDriver, refusesPassword } from './queries.ts';
