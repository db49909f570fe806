import { structureApi } from '@kreide/core/features/structure';
import { familyApi, movingApi, peopleApi, permissionsApi, USERS_PAGE, usersApi } from '@kreide/core/features/users';
import { infiniteQueryOf, mutationOf, queryOf } from '../../kernel/data.ts';
import { type PeopleWish, toQuery } from './people-wish.ts';

export const peopleQuery = (wish: PeopleWish) => infiniteQueryOf(peopleApi.list, { query: toQuery(wish) }, USERS_PAGE);

export const peopleCountQuery = ({ order: _, ...wish }: PeopleWish) =>
  queryOf(peopleApi.count, { query: toQuery(wish) }, { staleTime: 0 });

export const gradesQuery = queryOf(structureApi.listGrades, {}, { staleTime: 5 * 60_000 });
export const personQuery = (id: string) => queryOf(peopleApi.get, { params: { id } }, { staleTime: 0 });
export const familyQuery = (id: string) => queryOf(familyApi.getFamily, { params: { id } }, { staleTime: 0 });

export const moveSchoolsQuery = (id: string) =>
  queryOf(movingApi.listMoveSchools, { params: { id } }, { staleTime: 60_000 });

export const permissionsQuery = (id: string) =>
  queryOf(permissionsApi.getPermissions, { params: { id } }, { staleTime: 0 });

const touches = [peopleApi.get, peopleApi.list, peopleApi.count, familyApi.getFamily];
export const lockPerson = mutationOf(peopleApi.lock, { touches });
export const expirePerson = mutationOf(peopleApi.expire, { touches });
export const undoExpire = mutationOf(peopleApi.undoExpire, { touches });
export const forceLogout = mutationOf(peopleApi.forceLogoutAll, { touches });
export const resetSecondFactor = mutationOf(peopleApi.resetSecondFactor, { touches });
export const removePerson = mutationOf(peopleApi.remove, { touches });
export const recoverPerson = mutationOf(peopleApi.recover, { touches });
export const hardDelete = mutationOf(peopleApi.hardDelete, { touches: [peopleApi.list, peopleApi.count] });
export const setPermission = mutationOf(permissionsApi.setPermission, { touches: [permissionsApi.getPermissions] });
export const setGrade = mutationOf(usersApi.updateGrade, { touches });
export const assignChild = mutationOf(familyApi.assignChild, { touches });
export const removeChild = mutationOf(familyApi.removeChild, { touches });
