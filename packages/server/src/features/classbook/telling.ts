import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';

/** Pupils of one lesson of whom two teachers have different marks. */
export interface DifferingMarks {
  readonly school_id: number;
  readonly entry_id: number;
  readonly lesson_uuid: string;
  readonly begins_at: string;
  /** The lesson in words: its subject and its classes. */
  readonly name: string;
  /** The class in whose plan the lesson is found; null: it has none. */
  readonly grade_id: number | null;
  /** Each pupil with the two who marked them. */
  readonly pupils: readonly { readonly user_id: number; readonly teachers: readonly number[] }[];
}

/** Tells both teachers, once for a pupil and a lesson, in the transaction of the mark. */
export type MarkTeller = (db: Kysely<DB>, differing: DifferingMarks, now: Date) => Promise<void>;
