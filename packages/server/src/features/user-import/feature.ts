import { userImportApi } from '@kreide/core/features/user-import';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { withWork } from '../../kernel/http/implement.ts';
import type { Unlinked } from '../users/index.ts';
import { type AskedImport, type BeginCall, beginImport } from './begin.ts';
import type { LetterParts } from './generate/collect-letters.ts';
import { userImportHandlers } from './handlers.ts';
import { processTask } from './process.ts';
import { eraseImports } from './queries/erase.ts';
import { userImportMerge } from './queries/merge.ts';
import { userImportData } from './queries/personal-data.ts';
import { pruneRuns, type RunKey } from './queries.ts';
import { resumeRuns } from './resume.ts';
import { saveTask } from './save.ts';
import type { ListDirectory } from './step-handlers.ts';
import { trialTask } from './trial.ts';
import { beginUnattended, type Settled, settleUnattended } from './unattended.ts';
import { undoTask } from './undoing.ts';

/** They compare or write the people of a whole school. */
const WORK = [
  'status',
  'listRejected',
  'unmatched',
  'matchingUsers',
  'merge',
  'importUsers',
  'takeNewIds',
  'keep',
  'keepParents',
  'compare',
  'enterStep',
  'readDirectory',
  'removeUser',
  'settleUsers',
  'duplicatedUsers',
  'extractTimetableEntities',
  'publishTimetableEntities',
  'save',
  'readUsers',
  'makeUsers',
] as const;

interface Hearers {
  /** Called after people came into other grades. */
  readonly planChanged: (schoolId: number) => void;
  readonly listDirectory: ListDirectory;
  readonly unlinked: Unlinked;
}

export interface UserImportFeature extends Feature {
  /** Takes lists of people that come from elsewhere than an upload. */
  readonly begin: (asked: AskedImport, call: BeginCall) => ReturnType<typeof beginImport>;
  readonly beginUnattended: (beginning: Parameters<typeof beginUnattended>[1]) => Promise<number | null>;
  readonly settleUnattended: <Question>(
    trx: Kysely<DB>,
    key: RunKey,
    settling: Parameters<typeof settleUnattended<Question>>[3],
  ) => Promise<Settled<Question>>;
}

export function userImportFeature({
  database,
  store,
  clock,
  planChanged,
  listDirectory,
  unlinked,
  ...letterParts
}: Pick<FeatureParts, 'database' | 'store' | 'clock'> & LetterParts & Hearers): UserImportFeature {
  const { kysely } = database;
  const process = processTask({ kysely, store, clock });
  const save = saveTask({ kysely, clock, planChanged, ...letterParts });
  const undo = undoTask({ kysely, clock, planChanged, unlinked });
  const trial = trialTask({ kysely, clock, unlinked });
  const { look, schedule } = resumeRuns(kysely, { read: process, save, undo, trial });
  return {
    begin: (asked, call) => beginImport({ kysely, store, process }, asked, call),
    beginUnattended: (beginning) => beginUnattended({ kysely, store, process }, beginning),
    settleUnattended: (trx, key, settling) => settleUnattended(trx, save, key, settling),
    implemented: withWork(
      userImportApi,
      WORK,
      userImportHandlers({ kysely, store, process, save, undo, trial, planChanged, listDirectory, ...letterParts }),
    ),
    tasks: [process, save, undo, trial, look],
    schedule: [schedule],
    prune: { user_imports: (now) => pruneRuns(kysely, now) },
    erase: eraseImports,
    merge: userImportMerge,
    personalData: userImportData,
  };
}
