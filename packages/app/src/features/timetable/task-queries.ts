import { timetableApi } from '@kreide/core/features/timetable';
import { mutationOf } from '../../kernel/data.ts';
import { KEPT } from '../../kernel/kept-answers.ts';
import { queryOf } from '../../kernel/reading.ts';

/** A lesson of the weekly plan on one of its days. */
export interface TaskPlace {
  lesson_id: number;
  date: string;
}

export const placeParams = ({ lesson_id, date }: TaskPlace) => ({ params: { lesson_id: `${lesson_id}`, date } });

export const taskQuery = (place: TaskPlace) =>
  queryOf(timetableApi.getTask, placeParams(place), { retries: 0, meta: KEPT });

export const saveTask = mutationOf(timetableApi.setTask, { messages: false, touches: [timetableApi.getTask] });
