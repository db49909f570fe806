import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import './errors.ts';

/** Whose times can be wished for. */
export const WISHED = ['teachers', 'grades', 'bookables'] as const;
export type Wished = (typeof WISHED)[number];
/** -3: not there; -2 and -1: rather not; 0: no wish; 1 and 2: gladly; 3: a teacher is ready to step in (D-8.02). */
export const WISHES = [-3, -2, -1, 0, 1, 2, 3] as const;
export type Wish = (typeof WISHES)[number];
/** Somebody is not there then, or a room is not to be had. */
export const AWAY = -3;
/** A teacher is at school then and teaches nobody, unless somebody else is missing. */
export const STANDBY = 3;

/** Does a mark close a time to lessons? */
export const isClosed = (wish: number): boolean => wish <= AWAY || wish >= STANDBY;

const cell = { weekday: z.int().check(z.minimum(1), z.maximum(7)), hour: f.line(20) };
const planning = { auth: 'user', needs: { permission: 'view-timetable-planner' } } as const;
const params = z.object({ entity: z.enum(WISHED), id: f.idText });

export const timeWishes = z.object({
  /** The planned days of the week, from Monday. */
  days: z.int(),
  /** The lesson periods, in order. */
  hours: z.array(z.string()),
  wishes: z.array(z.object({ weekday: z.int(), hour: z.string(), wish: z.int() })),
});
export type TimeWishes = z.output<typeof timeWishes>;

export const listWishes = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/basedata/{entity}/{id}/times',
  params,
  answer: f.answerOf(timeWishes),
  errors: ['not_found'],
  summary: 'When a teacher, class or room cannot be planned, or would rather not be, and when a teacher is on standby.',
});

export const setWish = endpoint({
  ...planning,
  method: 'PUT',
  path: '/timetables/basedata/{entity}/{id}/times',
  params,
  body: z.strictObject({ ...cell, wish: z.int().check(z.minimum(AWAY), z.maximum(STANDBY)) }),
  answer: f.answerOf(timeWishes),
  errors: ['not_found'],
  audit: 'planner:audit.setWish',
  summary:
    'Says of one time of the week whether a teacher, class or room can be planned then, or a teacher is on standby.',
});
