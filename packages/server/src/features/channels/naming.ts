import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { readerOf } from './listed.ts';
import { findNaming } from './queries/naming.ts';

/** What a channel is called in any language, from one look at it; null: it is a conversation, or not there. */
export async function titlerOf(db: Kysely<DB>, schoolId: number, id: number): Promise<(t: Translate) => string | null> {
  const naming = await findNaming(db, schoolId, id);
  if (!naming || naming.type === 'CHAT') return () => null;
  const { name, target, grade_id, grade, course, subject } = naming;
  if (target === null) return () => name;
  const isOfAll = grade_id === null && (target === 'students' || target === 'parents');
  const key = isOfAll ? (`all-${target}` as const) : target;
  return (t) => {
    const { titles } = readerOf({ school_id: schoolId, user_id: 0 }, t);
    // As `titleFor` says it in SQL.
    if (course !== null && subject && subject !== course)
      return (target === 'courses' ? '{unit}' : titles.parents).replace('{unit}', () => `${subject} · ${course}`);
    return titles[key].replace('{unit}', () => grade ?? course ?? '');
  };
}
