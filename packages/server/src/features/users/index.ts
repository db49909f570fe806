export { usersFeature } from './feature.ts';
export { childrenOf, getUser, isParentOf, overrideColumns } from './queries.ts';
