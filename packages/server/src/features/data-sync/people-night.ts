import {
  READING_ERRORS,
  type Reading,
  type ReadingError,
  type ReadingFailure,
  type ReadingQuestion,
  readingQuestion,
} from '@kreide/core/features/data-sync';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { enqueue, task } from '../../kernel/jobs/index.ts';
import { hasOpenRun, type UserImportFeature } from '../user-import/index.ts';
import type { TellAdministrators } from '../users/index.ts';
import type { PairingParts } from './pairing.ts';
import { addReading, findNights, lastReading } from './queries.ts';
import { isResting, listPeople } from './reading.ts';

/** Between two looks at an import that is being read, ms. */
const LOOK_AFTER = 2_000;

export interface PeopleNightParts
  extends Omit<PairingParts, 'sessions'>,
    Pick<UserImportFeature, 'beginUnattended' | 'settleUnattended'>,
    Pick<FeatureParts, 'texts'> {
  readonly kysely: Kysely<DB>;
  readonly tellAdministrators: TellAdministrators;
}

type Result = Omit<Reading, 'id' | 'at'>;

const NOBODY = { import_id: null, added: 0, changed: 0, missing: 0, questions: 0 };
const failed = (reason: ReadingFailure): Result => ({ outcome: 'failed', reason, ...NOBODY });
const isError = (code: string): code is ReadingError => READING_ERRORS.some((one) => one === code);

/** Why the directory could not be read; whatever else is wrong is thrown again. */
function failureOf(thrown: unknown): ReadingFailure {
  if (thrown instanceof ApiError && thrown.code === 'invalid') return 'place';
  if (thrown instanceof ApiError && isError(thrown.code)) return thrown.code;
  throw thrown;
}

/** Notes how a reading went; administrators hear of it once, until it goes another way. */
async function note(
  trx: Kysely<DB>,
  schoolId: number,
  result: Result,
  { tellAdministrators, now }: Pick<PeopleNightParts, 'tellAdministrators'> & { now: Date },
): Promise<void> {
  const { outcome, reason, import_id: _, ...counts } = result;
  const before = await lastReading(trx, schoolId);
  await addReading(trx, schoolId, { at: now, ...result });
  if (reason === null || (before?.outcome === outcome && before.reason === reason)) return;
  const isWaiting = outcome === 'waits';
  await tellAdministrators(
    trx,
    {
      school_id: schoolId,
      kind: 'directory',
      page: isWaiting ? 'upload' : 'school-data/directory',
      say: (t) => ({
        subject: t('data-sync:readings.mail.subject'),
        lines: [
          isError(reason) ? t(`errors:${reason}`) : t(`data-sync:readings.why.${reason}`, counts),
          t(isWaiting ? 'data-sync:readings.mail.waits' : 'data-sync:readings.mail.goesOn'),
        ],
        action: t(isWaiting ? 'data-sync:readings.mail.look' : 'data-sync:nightly.mail.action'),
      }),
    },
    now,
  );
}

/** People of the directory every night, as an import that is saved where nothing is to be asked (T-7.129). */
export function createPeopleNights(parts: PeopleNightParts) {
  const { kysely, readOnce, texts, source, tellAdministrators, beginUnattended, settleUnattended } = parts;
  const { seal, outbound, log } = parts;

  /** The import that is read now, or why there is none. */
  async function begin(schoolId: number, now: Date): Promise<number | ReadingFailure> {
    if (await hasOpenRun(kysely, schoolId)) return 'import_open';
    // What a place is refused for is said to nobody in these words.
    const list = await listPeople(kysely, { seal, outbound, log, readOnce }, { schoolId, t: texts.for('en') }).catch(
      failureOf,
    );
    if (typeof list === 'string') return list;
    const action = 'data-sync:audit.sync';
    const id = await beginUnattended({ ...list, school_id: schoolId, source, action, now });
    return id ?? 'import_open';
  }

  const noteAlone = (schoolId: number, result: Result, now: Date) =>
    kysely.transaction().execute((trx) => note(trx, schoolId, result, { tellAdministrators, now }));

  const settle = task(
    'data-sync:night-people-read',
    z.object({ school_id: z.int(), import_id: z.int() }),
    async ({ school_id, import_id }, { now: clock }) => {
      const now = clock();
      await kysely.transaction().execute(async (trx) => {
        const action = 'data-sync:audit.readAtNight';
        const settling = { now, action, ask: readingQuestion } as const;
        const settled = await settleUnattended<ReadingQuestion>(trx, { school_id, id: import_id }, settling);
        if (settled.state === 'working') {
          await enqueue(trx, settle, { school_id, import_id }, { delayMs: LOOK_AFTER });
          return;
        }
        await note(trx, school_id, toResult(settled, import_id), { tellAdministrators, now });
      });
    },
  );

  const night = task(
    'data-sync:night-people',
    z.object({ school_id: z.int() }),
    async ({ school_id }, { now }) => {
      if (!(await findNights(kysely, school_id)).reads_people || (await isResting(kysely, school_id))) return;
      const begun = await begin(school_id, now());
      if (typeof begun === 'string') await noteAlone(school_id, failed(begun), now());
      else await enqueue(kysely, settle, { school_id, import_id: begun }, { delayMs: LOOK_AFTER });
    },
    { attempts: 3 },
  );

  return { night, tasks: [night, settle] };
}

function toResult(
  settled: Exclude<Awaited<ReturnType<UserImportFeature['settleUnattended']>>, { state: 'working' }>,
  import_id: number,
): Result {
  // Somebody has begun another import meanwhile.
  if (!('counts' in settled)) return failed(settled.state === 'unreadable' ? 'unreadable' : 'import_open');
  const { state, counts } = settled;
  const numbers = {
    added: counts.new,
    changed: counts.changed,
    missing: counts.missing,
    questions: counts.ambiguous,
    import_id: state === 'unchanged' ? null : import_id,
  };
  return state === 'waits'
    ? { outcome: 'waits', reason: settled.question as ReadingQuestion, ...numbers }
    : { outcome: 'done', reason: null, ...numbers };
}
