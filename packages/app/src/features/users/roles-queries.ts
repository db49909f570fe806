import { peopleApi, permissionsApi, rolesApi } from '@kreide/core/features/users';
import { mutationOf, queryOf } from '../../kernel/data.ts';

export const rolesQuery = (schoolId: number) =>
  queryOf(rolesApi.listRoles, { params: { id: `${schoolId}` } }, { staleTime: 0 });
export const personRolesQuery = (id: string) => queryOf(rolesApi.getRoles, { params: { id } }, { staleTime: 0 });

const touches = [rolesApi.listRoles, rolesApi.getRoles, permissionsApi.getPermissions];
export const createRole = mutationOf(rolesApi.createRole, { touches, messages: false });
export const updateRole = mutationOf(rolesApi.updateRole, { touches, messages: false });
export const removeRole = mutationOf(rolesApi.removeRole, { touches });
export const setRoles = mutationOf(rolesApi.setRoles, { touches: [...touches, peopleApi.get, peopleApi.list] });
