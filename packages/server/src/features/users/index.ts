export { usersHandlers } from './handlers.ts';
export { childrenOf, getUser, isParentOf } from './queries.ts';
