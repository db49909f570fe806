import { absencesApi } from '@kreide/core/features/absences';
import { mutationOf, queryOf } from '../../kernel/data.ts';

export const allTypesQuery = () => queryOf(absencesApi.listTypes, {});
export const settingsQuery = () => queryOf(absencesApi.getSettings, {});

const options = { messages: false, touches: [absencesApi.listTypes, absencesApi.listTypesOf] };
export const createType = mutationOf(absencesApi.createType, options);
export const updateType = mutationOf(absencesApi.updateType, options);
export const saveSettings = mutationOf(absencesApi.updateSettings, {
  messages: false,
  touches: [absencesApi.getSettings, absencesApi.prepare],
});
