import { isOver, surveyEvents } from '@kreide/core/features/surveys';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Database } from '../../kernel/data/database.ts';
import { enqueue, type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import { appendOutbox, roomsOf } from '../../kernel/realtime/outbox.ts';
import { forgetVoters, listOverdue, markEnded, markShuffle, shuffleVotes, sweepVotes } from './queries/anonymity.ts';
import { lockSurvey } from './queries/change.ts';
import { listAudience, type SurveyKey } from './queries/survey-of.ts';

const one = z.object({ school_id: z.int(), id: z.int() });
export type SurveyTask = RegisteredTask<SurveyKey>;

/** After an answer to an anonymous survey its votes get another order, ms: within a minute (C-6.27). */
const SHUFFLE_AFTER = 20_000;

export interface SurveyTasks {
  readonly shuffle: SurveyTask;
  readonly end: SurveyTask;
}

/** Ends a survey. Of an anonymous one it destroys what could link anybody to an answer; that cannot be taken back. */
export async function endSurvey(
  trx: Kysely<DB>,
  key: SurveyKey,
  { is_anonymous }: { is_anonymous: boolean },
  { shuffle }: Pick<SurveyTasks, 'shuffle'>,
  now: Date,
): Promise<boolean> {
  if (!(await markEnded(trx, key, now))) return false;
  if (!is_anonymous) return true;
  await forgetVoters(trx, key);
  await shuffleVotes(trx, key);
  // Once more behind this transaction, and then off the disk.
  await enqueue(trx, shuffle, { school_id: key.school_id, id: key.id });
  return true;
}

/** Gives the votes of an anonymous survey another order, soon, and only once for many answers. */
export async function orderShuffle(trx: Kysely<DB>, key: SurveyKey, { shuffle }: Pick<SurveyTasks, 'shuffle'>) {
  if (!(await markShuffle(trx, key, true))) return;
  await enqueue(trx, shuffle, { school_id: key.school_id, id: key.id }, { delayMs: SHUFFLE_AFTER });
}

interface TaskParts {
  readonly database: Pick<Database, 'kysely'>;
  readonly clock: Clock;
}

export function surveyTasks({ database: { kysely }, clock }: TaskParts): SurveyTasks {
  const shuffle: SurveyTask = task('surveys:shuffle', one, async (key, { log }) => {
    await kysely.transaction().execute(async (trx) => {
      const survey = await lockSurvey(trx, key);
      if (!survey?.is_anonymous) return;
      await markShuffle(trx, key, false);
      await shuffleVotes(trx, key);
    });
    await sweepVotes(kysely).catch((err) => log.warn({ err }, 'the former rows of votes stay until they are swept'));
  });
  const end: SurveyTask = task('surveys:end', one, async (key) => {
    await kysely.transaction().execute(async (trx) => {
      const survey = await lockSurvey(trx, key);
      const now = clock.now();
      if (!survey || !isOver(survey, now)) return;
      if (!(await endSurvey(trx, key, survey, { shuffle }, now))) return;
      const users = await listAudience(trx, key);
      const audience = roomsOf({ users: survey.user_id === null ? users : [...new Set([...users, survey.user_id])] });
      await appendOutbox(trx, {
        school_id: key.school_id,
        event: surveyEvents.changed.name,
        audience,
        payload: { id: key.id },
      });
    });
  });
  return { shuffle, end };
}

/** Ends what is overdue, should its job have been lost; returns the number. */
export async function endOverdue(
  { database: { kysely } }: TaskParts,
  { end }: SurveyTasks,
  now: Date,
): Promise<number> {
  const overdue = await listOverdue(kysely, now);
  for (const key of overdue) await enqueue(kysely, end, { school_id: key.school_id, id: key.id });
  return overdue.length;
}
