export { usersFeature } from './feature.ts';
export {
  childrenOf,
  findAccount,
  findPerson,
  getUser,
  isParentOf,
  listPupils,
  lockUser,
  overrideColumns,
  parenthood,
  setPasswordHash,
  usersPart,
} from './queries.ts';
