import { type Permission, toLocal } from '@kreide/core/kernel';
import type * as z from 'zod/mini';
import type { Actor } from '../../kernel/http/context.ts';
import { getSchool } from '../schools/index.ts';
import {
  bookablesOf,
  gradesOf,
  listHolidays,
  listInUse,
  listYears,
  subjectsOf,
  teachersOf,
} from '../structure/index.ts';
import { childrenOf, listPupils } from '../users/index.ts';
import * as master from './master.ts';
import { toPeriods } from './periods.ts';
import { type PlanParts, readLessons, readSubstitutions, toRange } from './plan.ts';
import { parseParams, RpcError } from './protocol.ts';
import { klassenParams, noParams, rangeParams, timetableParams, toPeriodOptions } from './schema.ts';

interface MethodCall<T> {
  params: T;
  actor: Actor;
  now: Date;
  /** At the school. */
  today: string;
}

/**
 * A method for signed-in people. `needs`: the permission that the same data needs in the app; null for data of the
 * session itself.
 */
export interface Method {
  needs: Permission | null;
  run(call: Omit<MethodCall<unknown>, 'today'>): Promise<unknown>;
}

/** Joins parameters, permission and implementation, so that types follow from the schema. */
function method<T>(
  schema: z.ZodMiniType<T>,
  needs: Permission | null,
  run: (call: MethodCall<T>) => Promise<unknown>,
): Method {
  return {
    needs,
    run: ({ params, actor, now }) =>
      run({ params: parseParams(schema, params), actor, now, today: toLocal(now, actor.time_zone).date }),
  };
}

/**
 * Everything but signing in and out. The permissions are those of the app: those who may search the school's plans may
 * list its classes, teachers, rooms and subjects; pupils are listed for user managers, and a parent's own children for
 * the parent.
 */
export function createMethods(parts: PlanParts): ReadonlyMap<string, Method> {
  const { kysely: db, plans } = parts;
  const methods: Record<string, Method> = {
    getLatestImportTime: method(noParams, null, async ({ actor }) => {
      const years = await listYears(db, actor.school_id);
      return Math.max(0, ...years.map(({ last_updated_at: at }) => (at === null ? 0 : new Date(at).getTime())));
    }),

    getSchoolyears: method(noParams, null, async ({ actor }) =>
      (await listYears(db, actor.school_id)).map(master.toSchoolyear),
    ),

    getCurrentSchoolyear: method(noParams, null, async ({ actor, today }) => {
      const years = await listYears(db, actor.school_id);
      const { active_school_year_id } = await getSchool(db, actor.school_id);
      // Between two years: the one that the school works in.
      const current =
        years.find((year) => year.begins_at <= today && year.ends_at >= today) ??
        years.find(({ id }) => id === active_school_year_id);
      if (!current) throw new RpcError('no_allowed_date', 'no school year is running');
      return master.toSchoolyear(current);
    }),

    getHolidays: method(noParams, 'view-timetable', async ({ actor }) =>
      (await listHolidays(db, actor.school_id)).map(master.toHoliday),
    ),

    getTimegridUnits: method(noParams, 'view-timetable', async ({ actor, today }) => {
      const snapshot = await plans.snapshotAt(actor.school_id, today);
      return snapshot ? master.toTimegrid(snapshot.times, snapshot.days_to_show) : [];
    }),

    getStatusData: method(noParams, null, async () => master.STATUS_DATA),

    // Kreide's schools have none.
    getDepartments: method(noParams, null, async () => []),

    getKlassen: method(klassenParams, 'view-timetable-all', async ({ actor, params }) => {
      const { schoolyearId } = params;
      if (schoolyearId !== undefined && schoolyearId !== null) {
        const years = await listYears(db, actor.school_id);
        if (!years.some(({ id }) => id === Number(schoolyearId))) throw new RpcError('no_such_element');
      }
      const teachers = await listInUse(teachersOf(db, actor.school_id));
      return (await listInUse(gradesOf(db, actor.school_id))).map((grade) => master.toKlasse(grade, teachers));
    }),

    getRooms: method(noParams, 'view-timetable-all', async ({ actor }) =>
      (await listInUse(bookablesOf(db, actor.school_id))).map(master.toUnit),
    ),

    getSubjects: method(noParams, 'view-timetable-all', async ({ actor }) =>
      (await listInUse(subjectsOf(db, actor.school_id))).map(master.toSubject),
    ),

    getTeachers: method(noParams, 'view-timetable-all', async ({ actor }) =>
      (await listInUse(teachersOf(db, actor.school_id))).map(master.toTeacher),
    ),

    getStudents: method(noParams, 'view-timetable', async ({ actor, today }) => {
      if (actor.permissions.has('manage-users')) return (await listPupils(db, actor.school_id)).map(master.toStudent);
      if (actor.type !== 'PARENT') throw new RpcError('no_right', 'no right for getStudents()');
      return (await childrenOf(db, actor.school_id, actor.user_id, today)).map(master.toStudent);
    }),

    getTimetable: method(timetableParams, null, async ({ actor, params, today }) => {
      const asked = 'options' in params ? params.options : params;
      if ('onlyBaseTimetable' in asked && asked.onlyBaseTimetable)
        throw new RpcError('invalid_params', 'Invalid params: onlyBaseTimetable is not served');
      const { type, id, keyType } = 'element' in asked ? asked.element : { ...asked, keyType: undefined };
      const range = toRange(asked.startDate, asked.endDate, today);
      const lessons = await readLessons(parts, actor, { type: Number(type), id, keyType }, range);
      return toPeriods(lessons, toPeriodOptions(params));
    }),

    getSubstitutions: method(rangeParams, 'view-timetable-all', async ({ actor, params, today }) => {
      const range = toRange(params.startDate, params.endDate, today);
      // There are no departments: 0 and less mean all of them.
      return Number(params.departmentId ?? 0) > 0 ? [] : readSubstitutions(parts, actor, range);
    }),
  };
  return new Map(Object.entries(methods));
}
