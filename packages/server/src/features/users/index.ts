export { usersFeature } from './feature.ts';
export {
  childrenOf,
  findPerson,
  getUser,
  isParentOf,
  listPupils,
  lockUser,
  overrideColumns,
  parenthood,
  usersPart,
} from './queries.ts';
