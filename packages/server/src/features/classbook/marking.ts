import type { EntryUser, MarkKind, RollWish } from '@kreide/core/features/classbook';
import { type Translate, toInstant } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { type RollChanged, typeNameOf } from '../absences/index.ts';
import type { Book } from './book.ts';
import { participantsOf } from './opened.ts';
import { type EntryRow, updateEntry } from './queries/entries.ts';
import { listAbsentOf, listMarksOf, type MarkValues, setMarks } from './queries/marks.ts';
import { headsOf } from './shown.ts';
import type { DifferingMarks, MarkTeller } from './telling.ts';

type MarkRow = Awaited<ReturnType<typeof listMarksOf>>[number];
type Values = Readonly<Record<string, unknown>>;
type Recording = Pick<HandlerContext, 'emit' | 'now'> & {
  record(change: { entity: string; id: number; before: Values; after: Values }): void;
};

/** The people who hear of the findings of the roll. */
export interface Hearers {
  readonly rollChanged: RollChanged;
  /** Call it in the transaction that adds a mark beside a colleague's. */
  readonly tellOfMarks: MarkTeller;
}

/** A mark that somebody makes; `known` undefined: they do not say what they saw before. */
export type Wish = Omit<RollWish, 'known'> & { readonly known?: MarkKind | null | undefined };

/** Who takes part in an entry, with their marks. */
export async function showUsers(
  { db, t }: { db: Kysely<DB>; t: Translate },
  book: Book,
  entry: EntryRow,
): Promise<EntryUser[]> {
  const marks = new Map((await listMarksOf(db, book, [entry.id])).map((row) => [row.user_id, row]));
  const people = await participantsOf(db, book, entry, [...marks.keys()]);
  const { lesson_date: date, time_begins_at, time_ends_at } = entry;
  const lesson = { place: 0, date, time_begins_at, time_ends_at };
  const pupils = [...people.keys()].map((user_id) => ({ ...lesson, user_id }));
  // Whether a lesson is excused is shown with the roll; that somebody reported it, to those who may see absences.
  const known = book.can['view-sick-notes'] === 1 ? await listAbsentOf(db, book, pupils) : [];
  const absent = new Map(known.map(({ user_id, absence }) => [user_id, absence]));
  return [...people].map(([id, displayname]) => ({
    id,
    meta: { displayname },
    mark: toMark(marks.get(id)),
    absence: toAbsence(absent.get(id), t),
  }));
}

export function toMark(row: MarkRow | undefined): EntryUser['mark'] {
  return row ? { kind: row.kind, minutes: row.minutes, marked_at: row.marked_at, state: row.state } : null;
}

export function toAbsence(
  known: Awaited<ReturnType<typeof listAbsentOf>>[number]['absence'] | undefined,
  t: Translate,
): EntryUser['absence'] {
  if (!known) return null;
  const type = { id: known.type_id, name: typeNameOf(known.type_id, known.name, t) };
  return { uuid: known.uuid, state: known.state, type };
}

/**
 * Sets or removes the marks of some pupils in the transaction of the caller, who holds the lock of the entry. A mark that replaces one of a
 * colleague which its author had not seen stands beside it, the later one first.
 * @param at when it was marked
 * @returns why nothing was saved: somebody does not take part, or would be said to be there though a colleague has found them away
 */
export async function saveMarks(
  { rollChanged, tellOfMarks }: Hearers,
  { now, record, emit }: Recording,
  trx: Kysely<DB>,
  book: Book,
  { entry, wishes, at }: { entry: EntryRow; wishes: readonly Wish[]; at: Date },
): Promise<'not_found' | 'mark_differs' | undefined> {
  const before = new Map((await listMarksOf(trx, book, [entry.id])).map((row) => [row.user_id, row]));
  const people = await participantsOf(trx, book, entry, [...before.keys()]);
  if (wishes.some(({ user_id }) => !people.has(user_id))) return 'not_found';
  const set: MarkValues[] = [];
  const removed: number[] = [];
  const differing: DifferingMarks['pupils'][number][] = [];
  for (const wish of wishes) {
    const former = before.get(wish.user_id);
    const isUnseen =
      former !== undefined &&
      wish.known !== undefined &&
      former.kind !== wish.known &&
      former.marked_by !== book.actor.user_id;
    if (wish.kind === null) {
      // Somebody has found them away meanwhile: nobody takes that back unseen.
      if (isUnseen) return 'mark_differs';
      removed.push(wish.user_id);
    } else {
      const minutes = Math.min(wish.minutes ?? entry.minutes, entry.minutes);
      const own = { kind: wish.kind, minutes, marked_by: book.actor.user_id, marked_at: at.toISOString() };
      const differs = isUnseen && former.kind !== wish.kind;
      set.push({ user_id: wish.user_id, ...(differs ? beside(own, former) : alone(own)) });
      if (differs)
        differing.push({
          user_id: wish.user_id,
          teachers: [book.actor.user_id, ...(former.marked_by === null ? [] : [former.marked_by])],
        });
    }
  }
  await setMarks(trx, book, entry.id, { set, removed });
  const last = Math.max(at.getTime(), entry.roll_taken_at === null ? 0 : Date.parse(entry.roll_taken_at));
  const taken = { roll_taken_at: new Date(last).toISOString(), roll_taken_by: book.actor.user_id };
  await updateEntry(trx, book, entry.id, taken, now);
  const stands = new Map(set.map((one) => [one.user_id, one.kind]));
  const [first, ...more] = wishes;
  record({
    entity: 'classbook_entries',
    id: entry.id,
    before: {
      roll_taken_at: entry.roll_taken_at,
      user_id: first?.user_id ?? null,
      mark: before.get(first?.user_id ?? 0)?.kind ?? null,
      ...(more.length > 0 ? { more: more.map(({ user_id }) => [user_id, before.get(user_id)?.kind ?? null]) } : {}),
    },
    after: {
      ...taken,
      user_id: first?.user_id ?? null,
      mark: stands.get(first?.user_id ?? 0) ?? null,
      ...(more.length > 0 ? { more: more.map(({ user_id }) => [user_id, stands.get(user_id) ?? null]) } : {}),
    },
  });
  const { lesson_date: date, time_begins_at, time_ends_at } = entry;
  const lesson = {
    school_id: book.school_id,
    school_year_id: book.id,
    zone: book.zone,
    date,
    by: book.actor.user_id,
    begins_at: toInstant(date, time_begins_at, book.zone).toISOString(),
    ends_at: toInstant(date, time_ends_at, book.zone).toISOString(),
  };
  for (const { user_id } of wishes)
    await rollChanged(trx, { ...lesson, user_id, is_absent: stands.get(user_id) === 'absent' }, now, emit);
  if (differing.length > 0) {
    const head = (await headsOf(trx, book, [entry])).get(entry.id);
    const classes = head?.grades.map(({ shortcut }) => shortcut).join(', ');
    const name = [entry.name, classes].filter(Boolean).join(', ');
    const about = { school_id: book.school_id, entry_id: entry.id, lesson_uuid: entry.lesson_uuid, name };
    const place = { begins_at: lesson.begins_at, grade_id: head?.grades[0]?.id ?? null };
    await tellOfMarks(trx, { ...about, ...place, pupils: differing }, now);
  }
  return undefined;
}

type OneMark = Pick<MarkValues, 'kind' | 'minutes' | 'marked_by' | 'marked_at'>;

const alone = (mark: OneMark): Omit<MarkValues, 'user_id'> => ({
  ...mark,
  other_kind: null,
  other_minutes: null,
  other_by: null,
  other_at: null,
});

/** Of two marks the later one, with the other beside it. */
function beside(own: OneMark, { kind, minutes, marked_by, marked_at }: MarkRow): Omit<MarkValues, 'user_id'> {
  const theirs = { kind, minutes, marked_by, marked_at };
  const [first, other] = Date.parse(own.marked_at) >= Date.parse(marked_at) ? [own, theirs] : [theirs, own];
  return {
    ...first,
    other_kind: other.kind,
    other_minutes: other.minutes,
    other_by: other.marked_by,
    other_at: other.marked_at,
  };
}
