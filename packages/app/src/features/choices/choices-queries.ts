import { choicesApi } from '@kreide/core/features/choices';
import { plannerApi } from '@kreide/core/features/planner';
import { mutationOf, queryOf } from '../../kernel/data.ts';

export const choicesQuery = () => queryOf(choicesApi.list, {});
export const peopleQuery = (id: number) => queryOf(choicesApi.listPeople, { params: { id: `${id}` } });
export const closingsQuery = (id: number) => queryOf(choicesApi.listClosings, { params: { id: `${id}` } });
export const ownChoicesQuery = (user: number) => queryOf(choicesApi.listOwn, { params: { id: `${user}` } });
export const gradesQuery = () => queryOf(plannerApi.listGrades, {});

const options = { messages: false, touches: [choicesApi.list, choicesApi.listPeople, choicesApi.listClosings] };
export const createChoice = mutationOf(choicesApi.create, options);
export const updateChoice = mutationOf(choicesApi.update, options);
export const removeChoice = mutationOf(choicesApi.remove, options);
export const allocatePlaces = mutationOf(choicesApi.allocate, options);
export const movePerson = mutationOf(choicesApi.move, options);
export const publishChoice = mutationOf(choicesApi.publish, options);
export const setWishes = mutationOf(choicesApi.setWishes, { messages: false, touches: [choicesApi.listOwn] });
