import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FileStore } from '../../kernel/files/index.ts';
import type { IdleSessions } from '../auth/index.ts';
import type { processTask } from './process.ts';
import type { RecentChange } from './recent-change.ts';
import type { WebUntisParts } from './webuntis/handlers.ts';

/** Called in the transaction of a publication, after it, and before its undo: whoever has to be told about it. */
export type PlanPublished = (
  db: Kysely<DB>,
  plan: {
    school_id: number;
    school_year_id: number;
    upload_id: number;
    isUndone: boolean;
    from_version: number | null;
    to_version: number | null;
  },
  now: Date,
) => Promise<void>;

export interface TimetableImportParts extends WebUntisParts {
  kysely: Kysely<DB>;
  store: FileStore;
  process: ReturnType<typeof processTask>;
  recent: RecentChange;
  /** Invalidates all cached plans of the school. */
  changed: (schoolId: number) => void;
  published: PlanPublished;
  /** Of programs with upload credentials. */
  sessions: IdleSessions;
}
