import type { Language, Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/**
 * Refuses, in words, what would not fit into the share that the files of a channel have of their school's room: those of its
 * cloud and those of its chat.
 */
export type ShareKeeper = (
  db: Kysely<DB>,
  adding: {
    readonly school_id: number;
    readonly channel_id: number;
    /** Bytes that no message carries yet. */
    readonly bytes: number;
    readonly language: Language;
    readonly t: Translate;
  },
) => Promise<void>;
