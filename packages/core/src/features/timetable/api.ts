import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { ENTITIES, entity, freeRooms, searchHit, timetable } from './schema.ts';

/** A read spans at most this many days: seven weeks either side of a month view. */
export const RANGE_MAXIMUM_DAYS = 120;

export const get = endpoint({
  method: 'GET',
  path: '/timetables/entities/{entity}/{id}',
  auth: 'user',
  needs: { can: 'timetable.view' },
  params: z.object({ entity, id: f.idText }),
  query: z.object({ begins_at: f.date, ends_at: f.date }),
  answer: f.answerOf(timetable),
  errors: ['not_found'],
  summary: 'The plan of one entity in a closed date range of at most 120 days, substitutions applied, with an ETag.',
});

export const search = endpoint({
  method: 'GET',
  path: '/timetables/search',
  auth: 'user',
  needs: { permission: 'view-timetable-all' },
  query: z.object({ keyword: z.optional(f.line(60)), entity: z.optional(z.enum(ENTITIES)) }),
  answer: f.answerOf(z.array(searchHit)),
  summary:
    'Grades, teachers, rooms and courses of the own school whose short or long name matches, at most 50; for planners also pupils by name, at most 20.',
});

export const listFreeRooms = endpoint({
  method: 'GET',
  path: '/timetables/free-rooms',
  auth: 'user',
  needs: { can: 'timetable.findRooms' },
  query: z.object({ date: f.date }),
  answer: f.answerOf(freeRooms),
  summary:
    'The rooms of the own school with the periods of a date in which nobody has them, changes applied; for staff.',
});

export const getPublic = endpoint({
  method: 'GET',
  path: '/public/timetables/{slink}/{entity}/{id}',
  auth: 'public',
  needs: 'nothing',
  params: z.object({ slink: f.slink, entity: z.enum(['grades', 'teachers', 'bookables', 'courses']), id: f.line(64) }),
  query: z.object({ begins_at: z.optional(f.date), ends_at: z.optional(f.date) }),
  answer: f.answerOf(timetable),
  errors: ['not_found'],
  anyOrigin: true,
  summary:
    'The released plan of a grade, room or course (a teacher only where the school shows short names) by id or short name, without personal data; 404 while switched off.',
});

export { setCourseColor } from './colors-api.ts';
export { listFavourites, setFavourite } from './favourites-api.ts';
export { getTask, setTask } from './tasks-api.ts';
