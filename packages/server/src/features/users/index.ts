export { listDrafted } from './changes/judging.ts';
export { usersFeature } from './feature.ts';
export { createMove, type MoveAccount } from './moving.ts';
export type { Unlinked } from './people.ts';
export { requireSelf } from './person.ts';
export { countAccounts, countByGrade, countByRole, countByType, countPeople } from './queries/account-counts.ts';
export { listSurveyAnswers } from './queries/answers.ts';
export { type Asking as ContactsOf, listContacts, listUnreachable } from './queries/contacts.ts';
export { describePeople } from './queries/described.ts';
export {
  comparablePart,
  isChangingMany,
  listMergeable,
  listRelatives,
  type MergeableRow,
} from './queries/doubles.ts';
export {
  type ConcernedPupil,
  countFamilies,
  countFamiliesAmong,
  familyOf,
  hasActiveParents,
  listConcernedPupils,
} from './queries/families.ts';
export { rememberCheckedChild, saveLink } from './queries/family.ts';
export { findFormer, forgetFormerKeys, keepFormerKeys, listFormerKeys } from './queries/former-keys.ts';
export { countUnreached } from './queries/health.ts';
export {
  addLinks,
  createImported,
  type ImportedAccount,
  listForImport,
  lockForImport,
  type NewAccount,
  removeLinks,
  removeUnused,
  setImported,
} from './queries/import.ts';
export { type AccountEnd, archiveEnded, lockEnds, setEnds } from './queries/leaving.ts';
export { listAccountNames, setLocked } from './queries/locking.ts';
export { listManagers, listManagersOf } from './queries/managers.ts';
export { findPresentBy } from './queries/named.ts';
export {
  eraseAccount,
  findManaged,
  hasOtherAdministrator,
  isTaken,
  listDeletedBefore,
  listPeople,
  namesOf,
  type PeopleFilters,
  type PersonRow,
  updatePerson,
} from './queries/people.ts';
export { hasPermission } from './queries/permissions.ts';
export { findProfile, isTrackable, type PersonKey, updateProfile } from './queries/profile.ts';
export {
  countProvisioned,
  listProvisioned,
  type ProvisionedFilter,
  type ProvisionedRow,
} from './queries/provisioned.ts';
export { listPupilsAmong, searchPupils } from './queries/pupils.ts';
export {
  activate,
  createParent,
  createPending,
  isNameFree,
  listRegistering,
  listTakenNames,
  type Registered,
  searchPeople,
} from './queries/registration.ts';
export { findTwoFactor, setTwoFactor } from './queries/two-factor.ts';
export {
  accountNamed,
  childrenOf,
  findAccount,
  findPasswordHash,
  findPerson,
  getUser,
  hasExpired,
  hasNotEnded,
  isParentOf,
  isPresent,
  listAdministrators,
  listChildrenOf,
  listMailable,
  listNamesAmong,
  listParentsOf,
  listParentsOfSchool,
  listPersons,
  listPupils,
  listReachable,
  lockUser,
  lockUsers,
  overrideColumns,
  parenthood,
  presentPart,
  readsOnly,
  setPasswordHash,
  setProperties,
  usersPart,
} from './queries.ts';
export { toListed } from './shown.ts';
export type { TellAdministrators, Trouble } from './tell-administrators.ts';
