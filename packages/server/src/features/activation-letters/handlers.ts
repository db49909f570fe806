import {
  type activationLettersApi,
  LEFT_OUT_REASONS,
  type LetterRunDraft,
  type TriedLetters,
} from '@kreide/core/features/activation-letters';
import { toLocal } from '@kreide/core/kernel';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { enqueue } from '../../kernel/jobs/index.ts';
import { reserveAttempt } from '../auth/index.ts';
import { getRetention } from '../personal-data/index.ts';
import { countHolding } from '../registration/index.ts';
import { answerLetters, collectLetters, type LetterParts } from '../user-import/index.ts';
import { listDrafted } from '../users/index.ts';
import { type Judged, judge, wayOf } from './judging.ts';
import { findRun, insertRun, listLeftOut, listRuns } from './queries/runs.ts';
import type { LettersTask } from './task.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Asking extends Pick<HandlerContext, 'db' | 'now' | 'actor'> {
  body: LetterRunDraft;
  fail(code: 'not_found' | 'too_many_people'): never;
}

/** Who is meant, each judged. An id that the school does not have is refused: codes are for nobody by mistake. */
async function readDraft({ db, now, actor, body, fail }: Asking): Promise<Judged[]> {
  const { school_id } = actor;
  const today = toLocal(now, actor.time_zone).date;
  const rows = (await listDrafted(db, school_id, body.people, today)) ?? fail('too_many_people');
  if ('ids' in body.people && rows.length < new Set(body.people.ids).size) return fail('not_found');
  return judge(db, rows, { school_id, now, today });
}

interface Parts extends LetterParts, Pick<FeatureParts, 'mail'> {
  readonly task: LettersTask;
}

/** Activation letters for many people at once; an order is seen by nobody but who gave it. */
export function lettersHandlers({ task, mail, ...parts }: Parts): Handlers<typeof activationLettersApi> {
  const isByMail = ({ by_mail }: LetterRunDraft) => by_mail && mail !== null;
  return {
    async list({ actor, db, now }) {
      return { data: await listRuns(db, actor, now) };
    },

    async tryLetters(context) {
      const { actor, body, db, now } = context;
      const judged = await readDraft(context);
      const concerned = judged.filter(({ reason }) => reason === null);
      const ids = concerned.map(({ user_id }) => user_id);
      const mailed = concerned.filter((one) => wayOf(one, isByMail(body)) === 'mail').length;
      const count = (reason: string) => judged.filter((one) => one.reason === reason).length;
      const data: TriedLetters = {
        paper: concerned.length - mailed,
        mail: mailed,
        replaced: await countHolding(db, actor.school_id, ids, now),
        has_mail: mail !== null,
        left_out: LEFT_OUT_REASONS.map((reason) => ({ reason, count: count(reason) })).filter((one) => one.count > 0),
      };
      return { data };
    },

    async create(context) {
      const { actor, body, db, now, write, record, fail } = context;
      const { school_id, user_id } = actor;
      const judged = await readDraft(context);
      if (judged.every(({ reason }) => reason !== null)) return fail('nobody_concerned');
      await reserveAttempt(db, { letters: `${school_id}:${user_id}` }, now);
      const trx = await write();
      const { archives } = await getRetention(trx, school_id);
      const by_mail = isByMail(body);
      const run = {
        school_id,
        by_mail,
        language: body.language,
        created_by: user_id,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + archives * DAY_MS).toISOString(),
      };
      const entries = judged.map((one) => ({ ...one, way: wayOf(one, by_mail) }));
      const id = await insertRun(trx, run, entries);
      await enqueue(trx, task, { school_id, id, by: user_id });
      const { uuid: _, ...made } = (await findRun(trx, actor, id, now)) ?? fail('not_found');
      const { paper, mail: mailed, left_out } = made;
      record({ entity: 'letter_runs', id, after: { letters: paper, mails: mailed, left_out } });
      return { data: made };
    },

    async get({ params, actor, db, now, fail }) {
      const { uuid: _, ...run } = (await findRun(db, actor, params.id, now)) ?? fail('not_found');
      return { data: { ...run, people: await listLeftOut(db, actor.school_id, run.id) } };
    },

    async download({ params, actor, db, write, record, now, fail }) {
      const run = (await findRun(db, actor, params.id, now)) ?? fail('not_found');
      if (run.state === 'waiting') return fail('not_found');
      const { school_id } = actor;
      const letters = await collectLetters(db, parts, { school_id, uuid: run.uuid }, { now });
      if (letters.people.length === 0) return fail('no_open_code');
      await write();
      record({ entity: 'letter_runs', id: run.id, after: { format: 'pdf', codes: letters.people.length } });
      return answerLetters(letters, 'pdf', `${toLocal(now, actor.time_zone).date}-letters-${run.id}`);
    },
  };
}
