import {
  type AbsenceProblem,
  absenceAbilitiesOf,
  absenceBounds,
  absenceProblems,
  type absencesApi,
  STANDARD_TYPE,
  toNote,
} from '@kreide/core/features/absences';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { reserveAttempt } from '../auth/index.ts';
import type { WithdrawTold } from '../channels/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import { lockUser } from '../users/index.ts';
import { type Book, openBook } from './book.ts';
import { settleMissing } from './missing.ts';
import {
  type AbsenceContent,
  type AbsenceRow,
  findAbsence,
  insertAbsence,
  listAbsences,
  listByUuid,
  lockAbsences,
  removeAbsences,
  setContacted,
  setRead,
  updateAbsence,
  type Writing,
} from './queries/absences.ts';
import { findType } from './queries/types.ts';
import { judge, relationTo, showAbsences } from './shown.ts';
import { audienceOf, openTarget, type Target, whomOf } from './target.ts';
import { type AbsenceNews, type AbsenceTeller, concernedBy, tellApps, toTold } from './telling.ts';

type Api = typeof absencesApi;
type Fail = (code: 'not_found' | 'forbidden' | 'absence_exists') => never;

export const refuse = (problems: readonly AbsenceProblem[], t: Translate) =>
  refuseIssues(
    problems.map(({ field, rule, params }) => ({
      path: `body.${field}`,
      rule,
      params,
      message: t(`absences:rules.${rule}`, params),
    })),
  );

/** What the log says of an absence: never its texts, which are in its history. */
const toRecord = ({
  begins_at,
  ends_at,
  type_id,
  comment,
  excuse_note,
  ...whom
}: AbsenceContent & Partial<Target>) => ({
  user_id: whom.user_id ?? null,
  grade_id: whom.grade_id ?? null,
  course_id: whom.course_id ?? null,

  begins_at,
  ends_at,
  type_id,
  comment_length: comment?.length ?? 0,
  excuse_note_length: excuse_note?.length ?? 0,
});

/** What lets somebody change an absence, or one of its texts. */
const CHANGES = ['update', 'create-absence-comment', 'update-absence-comment', 'update-absence-parent-note'] as const;
const KEYS = ['user_id', 'grade_id', 'course_id'] as const;
const SOURCES = { parent: 'parent', self: 'pupil', school: 'school', class: 'school', teaching: 'school' } as const;

/** A type that whoever stands so to the pupil can choose, or that the absence has already. */
async function checkType(db: Kysely<DB>, book: Book, id: string, target: Pick<Target, 'relation'>, fail: Fail) {
  const type = await findType(db, book.school_id, id);
  const isOffered = type?.archived_at === null && type.audience.includes(audienceOf(target.relation));
  return isOffered ? type : fail('not_found');
}

/** Is there another absence at this time? */
async function overlapping(
  db: Kysely<DB>,
  book: Book,
  target: Omit<Target, 'relation'>,
  content: AbsenceContent,
  uuid: string,
) {
  const { user_id, grade_id, course_id } = target;
  const [from, until] = [new Date(content.begins_at), new Date(content.ends_at)];
  const others = await listAbsences(db, book, { user_id, grade_id, course_id, from, until, except: uuid, limit: 1 });
  return others.length > 0;
}

export interface WritingParts {
  readonly plans: PlanStore;
  readonly tellOfAbsences: AbsenceTeller;
  readonly withdrawTold: WithdrawTold;
}

/** 429 for a family that reports and changes more than anybody does by hand: the school is told of each. */
async function countTold(db: Kysely<DB>, { school_id, actor, now, reach }: Book): Promise<void> {
  if (reach === 'family') await reserveAttempt(db, { note: `${school_id}:${actor.user_id}` }, now);
}

export function writingHandlers({ plans, tellOfAbsences, withdrawTold }: WritingParts) {
  const writingOf = ({ school_id, actor, now }: Book): Writing => ({ school_id, by: actor.user_id, now });

  /**
   * Open apps ask again; those who are responsible for the class hear what the family says (`about`), parents what the
   * school tells them (`toParents`).
   */
  async function announce(
    { emit }: Pick<HandlerContext, 'emit'>,
    trx: Kysely<DB>,
    book: Book,
    rows: readonly AbsenceRow[],
    { about = null, toParents = null }: { about?: AbsenceNews | null; toParents?: AbsenceNews | null } = {},
  ): Promise<void> {
    const { school_id, id, day, now, reach } = book;
    const pupils = rows.map(({ user_id }) => user_id);
    const concerned = await concernedBy(trx, school_id, pupils, day);
    await tellApps(trx, { school_id, classbook_id: id }, rows, concerned, emit);
    const ofPupils = rows.filter(({ user_id }) => user_id !== null);
    const told = ofPupils.flatMap((row) => {
      const { heads, parents } = concerned(row.user_id);
      return [
        ...(about && reach === 'family' ? [toTold(about, 'staff', id, row, concerned, heads)] : []),
        ...(toParents ? [toTold(toParents, 'family', id, row, concerned, parents)] : []),
      ];
    });
    if (told.length > 0) await tellOfAbsences(trx, school_id, told, now);
  }

  return {
    async create(context: HandlerContext<Api['create']>) {
      const { body, db, t, write, record, fail } = context;
      const book = await openBook(plans, context);
      const whom = whomOf(body);
      const target = whom && (await openTarget(db, book, whom[0], whom[1], fail));
      const can = absenceAbilitiesOf(book.actor, target?.relation ?? book.relation, null, {
        pupilsReport: book.settings.pupils_report,
      });
      if (can['create-absences'] !== 1) return fail('forbidden');
      const bounds = absenceBounds(book.year, { ...book, changesPast: can['change-past'] === 1 });
      refuse(absenceProblems(body, bounds), t);
      if (!target || body.type_id === null) return fail('not_found');
      const [comment, excuse_note] = [toNote(body.comment), toNote(body.excuse_note)];
      if (comment !== null && can['create-absence-comment'] !== 1) return fail('forbidden');
      if (excuse_note !== null && (can['update-absence-parent-note'] !== 1 || target.user_id === null))
        return fail('forbidden');
      const type = await checkType(db, book, body.type_id, target, fail);
      const content = { begins_at: body.begins_at, ends_at: body.ends_at, type_id: type.id, comment, excuse_note };
      await countTold(db, book);
      const { relation, ...about } = target;
      const trx = await write();
      if (target.user_id !== null) await lockUser(trx, book.school_id, target.user_id);
      const values = {
        ...about,
        ...content,
        school_year_id: book.id,
        source: SOURCES[relation],
        is_read: can.read === 1,
      };
      const made = (await insertAbsence(trx, writingOf(book), values)) ?? fail('absence_exists');
      record({ entity: 'absences', id: made.uuid, after: toRecord({ ...about, ...content }) });
      // What explains where somebody is takes the place of what the roll has found.
      if (target.user_id !== null && type.id !== STANDARD_TYPE)
        await settleMissing(trx, writingOf(book), {
          ...content,
          user_id: target.user_id,
          isOfPupil: relation === 'self',
        });
      const row = (await findAbsence(trx, book, made.uuid)) ?? fail('not_found');
      await announce(context, trx, book, [row], { about: 'reported' });
      const overlaps = await overlapping(trx, book, about, content, made.uuid);
      const [shown = fail('not_found')] = await showAbsences(trx, book, [row], t);
      return { data: shown, meta: overlaps ? { warnings: [t('absences:overlaps')] } : {} };
    },

    async update(context: HandlerContext<Api['update']>) {
      const { params, body, db, t, write, record, fail } = context;
      const book = await openBook(plans, context);
      const seen = (await findAbsence(db, book, params.uuid)) ?? fail('not_found');
      // An absence stays with whom it is about; somebody else is not there.
      if (whomOf(body) && KEYS.some((key) => (body[key] ?? null) !== seen[key])) return fail('not_found');
      if (CHANGES.every((ability) => judge(book, seen)[ability] !== 1)) return fail('forbidden');
      await countTold(db, book);
      const trx = await write();
      if (seen.user_id !== null) await lockUser(trx, book.school_id, seen.user_id);
      await lockAbsences(trx, book, [seen.uuid]);
      const row = (await findAbsence(trx, book, seen.uuid)) ?? fail('not_found');
      if (row.deleted_at !== null) return fail('forbidden');
      const can = judge(book, row);
      // Whoever changes nothing would still be whoever changed it last.
      if (CHANGES.every((ability) => can[ability] !== 1)) return fail('forbidden');
      const bounds = absenceBounds(book.year, { ...book, changesPast: can['change-past'] === 1 });
      refuse(absenceProblems(body, bounds, row), t);
      if (row.updated_at !== body.updated_at) return fail('conflict');
      // What somebody may not see, they leave as it is.
      const comment = can['view-absence-comment'] === 1 ? toNote(body.comment) : (toNote(body.comment) ?? row.comment);
      const isNoteSeen = can['view-absence-parent-note'] === 1;
      const excuse_note = isNoteSeen ? toNote(body.excuse_note) : (toNote(body.excuse_note) ?? row.excuse_note);
      const commenting = row.comment === null ? 'create-absence-comment' : 'update-absence-comment';
      const type_id = body.type_id ?? fail('not_found');
      const isMoved =
        type_id !== row.type_id ||
        Date.parse(body.begins_at) !== Date.parse(row.begins_at) ||
        Date.parse(body.ends_at) !== Date.parse(row.ends_at);
      if (comment !== row.comment && can[commenting] !== 1) return fail('forbidden');
      if (excuse_note !== row.excuse_note && can['update-absence-parent-note'] !== 1) return fail('forbidden');
      if (isMoved && can.update !== 1) return fail('forbidden');
      if (type_id !== row.type_id) {
        const relation = relationTo(book, row) ?? fail('forbidden');
        await checkType(trx, book, type_id, { relation }, fail);
      }
      const content = { begins_at: body.begins_at, ends_at: body.ends_at, type_id, comment, excuse_note };
      const same = await listAbsences(trx, book, {
        user_id: row.user_id,
        grade_id: row.grade_id,
        course_id: row.course_id,
        types: [type_id],
        from: new Date(body.begins_at),
        until: new Date(body.ends_at),
        except: row.uuid,
        limit: 100,
      });
      const isTwice = same.some(
        (one) =>
          one.user_id === row.user_id &&
          Date.parse(one.begins_at) === Date.parse(body.begins_at) &&
          Date.parse(one.ends_at) === Date.parse(body.ends_at),
      );
      if (isTwice) return fail('absence_exists');
      await updateAbsence(trx, writingOf(book), row.id, content, can.read === 1);
      record({
        entity: 'absences',
        id: row.uuid,
        before: toRecord(row),
        after: toRecord({ ...row, ...content }),
      });
      const changed = (await findAbsence(trx, book, row.uuid)) ?? fail('not_found');
      await announce(context, trx, book, [changed], { about: 'changed' });
      const overlaps = await overlapping(trx, book, row, content, row.uuid);
      const [shown = fail('not_found')] = await showAbsences(trx, book, [changed], t);
      return { data: shown, meta: overlaps ? { warnings: [t('absences:overlaps')] } : {} };
    },

    async markRead(context: HandlerContext<Api['markRead']>) {
      const { params, db, t, write, record, fail } = context;
      const book = await openBook(plans, context);
      const seen = (await findAbsence(db, book, params.uuid)) ?? fail('not_found');
      if (judge(book, seen).read !== 1) return fail('forbidden');
      const trx = await write();
      await lockAbsences(trx, book, [seen.uuid]);
      await setRead(trx, writingOf(book), seen.id);
      const row = (await findAbsence(trx, book, seen.uuid)) ?? fail('not_found');
      record({ entity: 'absences', id: row.uuid, before: { read_at: seen.read_at }, after: { read_at: row.read_at } });
      await announce(context, trx, book, [row]);
      const [shown = fail('not_found')] = await showAbsences(trx, book, [row], t);
      return { data: shown };
    },

    async remove(context: HandlerContext<Api['remove']>) {
      const { params, db, write, record, fail } = context;
      const book = await openBook(plans, context);
      const seen = (await findAbsence(db, book, params.uuid)) ?? fail('not_found');
      if (judge(book, seen).delete !== 1) return fail('forbidden');
      await countTold(db, book);
      const trx = await write();
      await lockAbsences(trx, book, [seen.uuid]);
      const row = (await findAbsence(trx, book, seen.uuid)) ?? fail('not_found');
      if (row.deleted_at !== null) return fail('forbidden');
      await removeAbsences(trx, writingOf(book), [row.id]);
      await withdrawTold(trx, { school_id: book.school_id, told_of: [`absence:${row.uuid}`] }, book.now);
      record({ entity: 'absences', id: row.uuid, before: toRecord(row), after: null });
      // Who was told that a pupil is missing hears that they are not.
      const isCorrected = row.type_id === STANDARD_TYPE && row.last_contacted_at !== null;
      await announce(context, trx, book, [row], { about: 'withdrawn', toParents: isCorrected ? 'found' : null });
      return undefined;
    },

    async notifyUsers(context: HandlerContext<Api['notifyUsers']>) {
      const { body, db, t, write, record, fail } = context;
      const book = await openBook(plans, context);
      const uuids = [...new Set(body.absences_uuids)];
      const seen = await listByUuid(db, book, uuids);
      if (seen.length !== uuids.length) return fail('not_found');
      if (seen.some((row) => judge(book, row)['notify-parents'] !== 1)) return fail('forbidden');
      await reserveAttempt(db, { contact: `${book.school_id}:${book.actor.user_id}` }, book.now);
      const trx = await write();
      await lockAbsences(trx, book, uuids);
      await setContacted(
        trx,
        writingOf(book),
        seen.map(({ id }) => id),
      );
      const rows = await listByUuid(trx, book, uuids);
      for (const row of rows) {
        const before = seen.find(({ id }) => id === row.id)?.last_contacted_at ?? null;
        const after = { last_contacted_at: row.last_contacted_at };
        record({ entity: 'absences', id: row.uuid, before: { last_contacted_at: before }, after });
      }
      await announce(context, trx, book, rows, { toParents: 'missing' });
      return { data: await showAbsences(trx, book, rows, t) };
    },
  };
}
