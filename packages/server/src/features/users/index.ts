export { usersHandlers } from './handlers.ts';
export {
  childrenOf,
  findPerson,
  getUser,
  isParentOf,
  listPupils,
  lockUser,
  parenthood,
  usersPart,
} from './queries.ts';
