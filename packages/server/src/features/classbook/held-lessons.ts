import { type Translate, toMinutes } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { audienceOf, findHeld, type HeldLesson, heldBy, type PlanSnapshot } from '../timetable/index.ts';
import type { Book, BookParts } from './book.ts';

/** A lesson as its entry keeps it. */
export type NamedLesson = HeldLesson & { readonly name: string; readonly minutes: number };

interface Asking {
  readonly actor: Actor;
  readonly db: Kysely<DB>;
  readonly t: Translate;
}

function named(snapshot: PlanSnapshot, held: HeldLesson, t: Translate): NamedLesson {
  const subject = snapshot.subjects.get(held.subject_id ?? 0);
  const course = snapshot.courses.get(held.course_id ?? 0);
  const name = subject?.name ?? subject?.shortcut ?? course?.name ?? course?.shortcut ?? held.comment;
  const minutes = Math.max(1, toMinutes(held.time_ends_at) - toMinutes(held.time_begins_at));
  return { ...held, name: name?.trim() || t('classbook:lesson'), minutes };
}

const planOf = async (parts: BookParts, book: Book, date: string) => {
  const snapshot = await parts.plans.snapshotAt(book.school_id, date);
  return snapshot?.school_year_id === book.id ? snapshot : undefined;
};

/** A lesson of the plan that the caller holds, or has by the plan; `foreign`: it is somebody else's. */
export async function openLesson(
  parts: BookParts,
  { actor, t }: Asking,
  book: Book,
  { uuid, date }: { uuid: string; date: string },
): Promise<NamedLesson | 'none' | 'foreign'> {
  const snapshot = await planOf(parts, book, date);
  const held = snapshot ? findHeld(snapshot, uuid, date, audienceOf(actor)) : null;
  if (!snapshot || !held) return 'none';
  const { teacher_id } = book;
  const isTheirs = teacher_id !== null && [...held.teacher_ids, ...held.regular_teacher_ids].includes(teacher_id);
  return isTheirs ? named(snapshot, held, t) : 'foreign';
}

/** The lessons of the plan that the caller holds on a day. */
export async function listHeldLessons(
  parts: BookParts,
  { actor, t }: Asking,
  book: Book,
  date: string,
): Promise<NamedLesson[]> {
  const snapshot = await planOf(parts, book, date);
  if (!snapshot || book.teacher_id === null) return [];
  return heldBy(snapshot, book.teacher_id, date, audienceOf(actor)).map((held) => named(snapshot, held, t));
}
