import {
  CHECK_DAYS,
  CHECK_MAXIMUM_DAYS,
  CLASSBOOK_PAGE,
  type Contradiction,
  type classbookApi,
  rangeProblems,
} from '@kreide/core/features/classbook';
import { addDays } from '@kreide/core/kernel';
import type { Handlers } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { typeNameOf } from '../absences/index.ts';
import { dayWithin } from '../timetable/index.ts';
import { type BookParts, openBook } from './book.ts';
import { listAbsencesOf, listContradictions } from './queries/contradictions.ts';
import { listEntriesById } from './queries/entries.ts';
import { headsOf, namesOf } from './shown.ts';

/** What class book and absences of the school contradict each other in (D-6.09). */
export function checkHandlers(parts: BookParts): Pick<Handlers<typeof classbookApi>, 'listContradictions'> {
  return {
    async listContradictions(context) {
      const { query, db, t } = context;
      const book = await openBook(parts, context, 'check');
      const ends_at = query.ends_at ?? dayWithin(book.year, book.today);
      const begins_at = query.begins_at ?? addDays(ends_at, 1 - CHECK_DAYS);
      const days = { begins_at, ends_at };
      refuseIssues(
        rangeProblems(days, CHECK_MAXIMUM_DAYS).map(({ field, rule, params }) => ({
          path: `query.${field}`,
          rule,
          params,
          message: t(`classbook:rules.${rule}`, params),
        })),
      );
      const { kind = null, page = 1 } = query;
      const limit = CLASSBOOK_PAGE;
      const rows = await listContradictions(db, book, { ...days, kind, limit, offset: (page - 1) * limit });
      const entries = rows.flatMap(({ entry_id, other_id }) => [entry_id ?? [], other_id ?? []].flat());
      const heads = await headsOf(db, book, await listEntriesById(db, book, [...new Set(entries)]));
      const uuids = rows.flatMap(({ absence_uuid, other_uuid }) => [absence_uuid ?? [], other_uuid ?? []].flat());
      const known = await listAbsencesOf(db, book, days, [...new Set(uuids)]);
      const absences = new Map(known.map((one) => [one.uuid, one]));
      const names = await namesOf(
        db,
        book,
        rows.map(({ user_id }) => user_id),
      );
      const data = rows.map(({ entry_id, other_id, absence_uuid, other_uuid, user_id, ...row }): Contradiction => {
        const about = [entry_id, other_id, absence_uuid, other_uuid].filter((one) => one !== null);
        return {
          id: [row.kind, user_id, ...about].join(' '),
          ...row,
          user: { id: user_id, meta: { displayname: names.get(user_id) ?? '' } },
          lessons: [entry_id, other_id].flatMap((id) => heads.get(id ?? 0) ?? []),
          absences: [absence_uuid, other_uuid].flatMap((uuid) => {
            const one = absences.get(uuid ?? '');
            if (!one) return [];
            const { state, type_id, name } = one;
            const [begins, ends] = [one.begins_at, one.ends_at].map((at) => new Date(at).toISOString());
            const span = { begins_at: begins as string, ends_at: ends as string };
            return [{ uuid: one.uuid, state, type: typeNameOf(type_id, name, t), ...span }];
          }),
        };
      });
      return { data };
    },
  };
}
