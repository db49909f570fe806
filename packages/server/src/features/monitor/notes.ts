import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { isVisible, namesTeacher, type PlanSnapshot, type PublicAudience } from '../timetable/index.ts';
import { listNamesAmong } from '../users/index.ts';

/** Longest note on a screen, characters; only the app shows longer ones. */
const NOTE_MAXIMUM = 120;

const wordsIn = (text: string): string[] => text.match(/\p{L}+(?:[-'’]\p{L}+)*/gu) ?? [];

/**
 * What the plan says in words about the changes of a day, by their uuid. A note that names anybody of the school is left out whole:
 * what remains of it might still tell who.
 */
export async function notesOn(
  db: Kysely<DB>,
  snapshot: PlanSnapshot,
  date: string,
  audience: PublicAudience,
): Promise<ReadonlyMap<string, string>> {
  const withCodes = !audience.replaced_teachers;
  const notes = snapshot.substitutions.flatMap((one) => {
    const text = one.comment?.trim() ?? '';
    if (one.date !== date || text === '' || text.length > NOTE_MAXIMUM || !isVisible(one, audience)) return [];
    return namesTeacher(snapshot, text, withCodes) ? [] : { uuid: one.uuid, text, words: wordsIn(text) };
  });
  const words = [...new Set(notes.flatMap((note) => note.words))];
  const names = new Set(words.length > 0 ? await listNamesAmong(db, snapshot.school_id, words) : []);
  return new Map(
    notes.filter((note) => !note.words.some((word) => names.has(word))).map((one) => [one.uuid, one.text]),
  );
}
