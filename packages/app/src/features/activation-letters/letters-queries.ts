import { activationLettersApi as api } from '@kreide/core/features/activation-letters';
import { structureApi } from '@kreide/core/features/structure';
import { mutationOf, queryOf } from '../../kernel/data.ts';

export const gradesQuery = queryOf(structureApi.listGrades, {}, { staleTime: 5 * 60_000 });
export const runsQuery = queryOf(api.list, {}, { staleTime: 0 });
export const oneRunQuery = (id: number) => queryOf(api.get, { params: { id: `${id}` } }, { staleTime: 0 });
export const tryLetters = mutationOf(api.tryLetters, { messages: false });
export const orderLetters = mutationOf(api.create, { messages: false, touches: [api.list] });
export const fetchLetters = mutationOf(api.download, { messages: false });
