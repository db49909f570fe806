import {
  ABSENCE_GROUPS,
  ABSENCE_PAGE,
  type AbsenceQuery,
  absenceAbilitiesOf,
  absenceBounds,
  type absencesApi,
  END_OF_DAY,
  START_OF_DAY,
} from '@kreide/core/features/absences';
import { addDays, toInstant, toLocal, toMinutes } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { wordsOf } from '../../kernel/data/searching.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { gradesOf } from '../structure/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import { type Book, openBook } from './book.ts';
import { type Filter, findAbsence, listAbsences, listGroups, listSteps } from './queries/absences.ts';
import { listTypes } from './queries/types.ts';
import { byCategory, namesOf, showAbsences, toCategories, toType, typeNameOf } from './shown.ts';
import { audienceOf, openTarget } from './target.ts';

type Api = typeof absencesApi;
type Fail = (code: 'not_found') => never;

const pageOf = ({ page = 1, limit = ABSENCE_PAGE }: { page?: number | undefined; limit?: number | undefined }) => ({
  offset: (page - 1) * limit,
  // One more opens the next page.
  limit: limit + 1,
});

/** The class that a list is narrowed to; one that the caller does not see is not there. */
async function classOf(db: Kysely<DB>, book: Book, id: number | undefined, fail: Fail): Promise<number | null> {
  if (id === undefined) return null;
  const grade = await gradesOf(db, book.school_id).where('id', '=', id).executeTakeFirst();
  return grade ? grade.id : fail('not_found');
}

async function openFilter(db: Kysely<DB>, book: Book, query: AbsenceQuery, fail: Fail): Promise<Partial<Filter>> {
  const { filter, order, group, begins_at, ends_at, search, with_deleted } = query;
  return {
    is_current: filter === 'CURRENT',
    order: order ?? 'default',
    group: group ?? null,
    from: begins_at === undefined ? null : toInstant(begins_at, START_OF_DAY, book.zone),
    until: ends_at === undefined ? null : toInstant(addDays(ends_at, 1), START_OF_DAY, book.zone),
    words: wordsOf(search),
    // What is deleted is left to those who may see how it came to that; in no group there is any.
    with_deleted: with_deleted === true && book.reach !== 'family' && group === undefined,
    types: query.absence_type ?? null,
    states: query.absence_type_state ?? null,
    class_id: await classOf(db, book, query.grades_enrollment_id, fail),
  };
}

/** What a new absence begins with: today, or tomorrow where it is late already, within the bounds. */
function presetOf(book: Book, bounds: { earliest_at: string; latest_at: string }) {
  const { now, zone, today, settings, year } = book;
  const isLate = toLocal(now, zone).minutes >= toMinutes(settings.next_day_from);
  const wanted = isLate ? addDays(today, 1) : today;
  const first = wanted < year.begins_at ? year.begins_at : wanted;
  const day = first > year.ends_at ? year.ends_at : first;
  return {
    ...bounds,
    begins_at: toInstant(day, START_OF_DAY, zone).toISOString(),
    ends_at: toInstant(day, END_OF_DAY, zone).toISOString(),
  };
}

export function readingHandlers({ plans }: { readonly plans: PlanStore }) {
  /** An absence that the caller sees. */
  async function openAbsence(context: Parameters<typeof openBook>[1] & { params: { uuid: string } }) {
    const book = await openBook(plans, context);
    const row = (await findAbsence(context.db, book, context.params.uuid)) ?? context.fail('not_found');
    if (row.deleted_at !== null && book.reach === 'family') return context.fail('not_found');
    return { book, row };
  }

  return {
    async list(context: HandlerContext<Api['list']>) {
      const { query, db, t, fail } = context;
      const book = await openBook(plans, context);
      const filter = await openFilter(db, book, query, fail);
      const rows = await listAbsences(db, book, { ...filter, ...pageOf(query) });
      return { data: await showAbsences(db, book, rows, t) };
    },

    async groups(context: HandlerContext<Api['groups']>) {
      const { query, db, t, fail } = context;
      const book = await openBook(plans, context);
      const { limit = ABSENCE_PAGE, search, grades_enrollment_id } = query;
      const class_id = await classOf(db, book, grades_enrollment_id, fail);
      const rows = await listGroups(db, book, { words: wordsOf(search), class_id, limit });
      const shown = await showAbsences(db, book, rows, t);
      return {
        data: ABSENCE_GROUPS.map((group, rank) => ({
          group,
          count: rows.find((row) => row.rank === rank)?.count ?? 0,
          absences: shown.filter((_, place) => rows[place]?.rank === rank),
        })),
      };
    },

    async sickList(context: HandlerContext<Api['sickList']>) {
      const { query, db, t, fail } = context;
      const book = await openBook(plans, context);
      const date = query.date ?? book.today;
      const days = {
        from: toInstant(date, START_OF_DAY, book.zone),
        until: toInstant(addDays(date, 1), START_OF_DAY, book.zone),
      };
      const class_id = await classOf(db, book, query.grades_enrollment_id, fail);
      const rows = await listAbsences(db, book, { ...days, class_id, by_name: true, ...pageOf(query) });
      return { data: await showAbsences(db, book, rows, t) };
    },

    async listCategories(context: HandlerContext<Api['listCategories']>) {
      await openBook(plans, context);
      return { data: toCategories(context.t) };
    },

    async listTypesOf(context: HandlerContext<Api['listTypesOf']>) {
      const { params, query, db, t, fail } = context;
      const book = await openBook(plans, context);
      const { relation } = await openTarget(db, book, params.entity, params.entityId, fail);
      const types = byCategory(await listTypes(db, book.school_id));
      const chosen = query.absence_type;
      if (chosen) return { data: types.map((type) => ({ ...toType(type, t), selected: chosen.includes(type.id) })) };
      const audience = audienceOf(relation);
      const offered = types.filter((type) => type.archived_at === null && type.audience.includes(audience));
      return { data: offered.map((type) => toType(type, t)) };
    },

    async prepare(context: HandlerContext<Api['prepare']>) {
      const { params, db, fail } = context;
      const book = await openBook(plans, context);
      const { relation } = await openTarget(db, book, params.entity, params.entityId, fail);
      const can = absenceAbilitiesOf(book.actor, relation, null, { pupilsReport: book.settings.pupils_report });
      const bounds = absenceBounds(book.year, { ...book, changesPast: can['change-past'] === 1 });
      return { data: { can, ...presetOf(book, bounds) } };
    },

    async listOf(context: HandlerContext<Api['listOf']>) {
      const { params, query, db, t, fail } = context;
      const book = await openBook(plans, context);
      const { user_id, grade_id, course_id } = await openTarget(db, book, params.entity, params.entityId, fail);
      const { page = 1, limit = ABSENCE_PAGE, begins_at, ends_at, except = null, with_deleted } = query;
      const rows = await listAbsences(db, book, {
        user_id,
        grade_id,
        course_id,
        except,
        limit,
        offset: (page - 1) * limit,
        from: begins_at === undefined ? null : new Date(begins_at),
        until: ends_at === undefined ? null : new Date(ends_at),
        with_deleted: with_deleted === true && book.reach !== 'family',
      });
      return { data: await showAbsences(db, book, rows, t) };
    },

    async get(context: HandlerContext<Api['get']>) {
      const { book, row } = await openAbsence(context);
      const [shown = context.fail('not_found')] = await showAbsences(context.db, book, [row], context.t);
      return { data: shown };
    },

    async getHistory(context: HandlerContext<Api['getHistory']>) {
      const { db, t, fail } = context;
      const { book, row } = await openAbsence(context);
      const [{ can } = fail('not_found')] = await showAbsences(db, book, [row], t);
      if (can['view-history'] !== 1) return fail('forbidden');
      const steps = await listSteps(db, book, row.id);
      const names = await namesOf(
        db,
        book,
        steps.map(({ by_id }) => by_id),
      );
      return {
        data: steps.map(({ by_id, type_id, type_name, state, comment, excuse_note, ...step }) => ({
          ...step,
          by: names.get(by_id ?? 0) ?? null,
          type: { name: typeNameOf(type_id, type_name, t), state },
          comment: can['view-absence-comment'] === 1 ? comment : null,
          excuse_note: can['view-absence-parent-note'] === 1 ? excuse_note : null,
        })),
      };
    },
  };
}
