import { type PeopleChangeKind, usersEvents } from '@kreide/core/features/users';
import { DEFAULT_LANGUAGE, isLanguage, toLocal } from '@kreide/core/kernel';
import * as z from 'zod/mini';
import { appendAudit } from '../../../kernel/data/audit.ts';
import type { FeatureParts } from '../../../kernel/feature.ts';
import { type RegisteredTask, task } from '../../../kernel/jobs/index.ts';
import { appendOutbox, roomsOf } from '../../../kernel/realtime/outbox.ts';
import { getSchool } from '../../schools/index.ts';
import type { PeopleParts } from '../people.ts';
import { type ChangeKey, findChange, listNext, lockChange, saveResults, setChangeState } from '../queries/changes.ts';
import { findManaged, listManaged } from '../queries/people.ts';
import { hasPermission } from '../queries/permissions.ts';
import { toRoleName } from '../shown.ts';
import { actionOf, applyTo, type Kept, undoOf } from './apply.ts';

export interface ChangeParts
  extends Pick<FeatureParts, 'database' | 'clock' | 'texts'>,
    Pick<PeopleParts, 'sessions' | 'planChanged'> {}

const payload = z.object({ school_id: z.int(), id: z.int(), by: z.int() });
export type ChangeTask = RegisteredTask<z.output<typeof payload>>;

/** What a timetable depends on. */
const isOfPlans = (kind: PeopleChangeKind) => kind === 'grade' || kind === 'remove';

/** People of one transaction: what waits for one of them waits for the others too. */
const STEP = 200;

interface Step {
  readonly ids: readonly number[];
  readonly kind: PeopleChangeKind;
  readonly isLast: boolean;
}

/** Changes many people, or takes that back, step by step; a process that was cut off goes on where it stood. */
export function createChangeTask({ database, clock, texts, sessions, planChanged }: ChangeParts): ChangeTask {
  const { kysely } = database;

  /** @returns whom the step has changed; null: it is over already */
  async function step(key: ChangeKey, by: number): Promise<Step | null> {
    return kysely.transaction().execute(async (trx) => {
      const found = await lockChange(trx, key);
      if (found?.state !== 'waiting' && found?.state !== 'undoing') return null;
      const isUndo = found.state === 'undoing';
      const kind = found.kind as PeopleChangeKind;
      const next = await listNext(trx, key, isUndo ? 'done' : 'waiting', STEP);
      if (next.length === 0) {
        await setChangeState(trx, key, isUndo ? 'undone' : 'done');
        return { ids: [], kind, isLast: true };
      }
      const now = clock.now();
      const school = await getSchool(trx, key.school_id);
      const t = texts.for(isLanguage(school.locale) ? school.locale : DEFAULT_LANGUAGE);
      const shown = await findChange(trx, key);
      const today = toLocal(now, school.time_zone).date;
      const author = await findManaged(trx, key.school_id, by, today);
      const { role_key, role_name: name, grade } = shown ?? { role_key: null, role_name: null, grade: null };
      const isGone = (found.role_id !== null && role_key === null) || (found.grade_id !== null && grade === null);
      const mayManage = await hasPermission(trx, key.school_id, by, 'manage-users');
      if (!author || author.is_locked || !mayManage || (isGone && !isUndo)) {
        await setChangeState(trx, key, 'failed');
        return { ids: [], kind, isLast: true };
      }
      const applying = {
        trx,
        school_id: key.school_id,
        now,
        today,
        roleName: role_key === null ? '' : toRoleName({ key: role_key, name }, t),
        sessions,
        isByAdministrator: author.role === 'ADMIN',
      };
      const change = { ...found, kind };
      const rows = await listManaged(
        trx,
        key.school_id,
        next.map(({ user_id }) => user_id),
        applying.today,
      );
      const kept = new Map(next.map(({ user_id, before }) => [user_id, before as Kept | null]));
      const applied = isUndo ? await undoOf(change, rows, kept, applying) : await applyTo(change, rows, applying);
      const known = new Map(applied.map((one) => [one.user_id, one]));
      const state = isUndo ? 'undone' : 'done';
      const left = isUndo ? 'done' : 'skipped';
      await saveResults(
        trx,
        key,
        // Who was erased meanwhile is not there any more.
        next.map(({ user_id }) => {
          const one = known.get(user_id) ?? { user_id, reason: 'changed' as const };
          return { user_id, reason: one.reason, state: one.reason === null ? state : left, before: one.kept };
        }),
      );
      const changed = applied.flatMap(({ user_id, values }) => (values ? [{ user_id, ...values }] : []));
      const action = actionOf(kind, isUndo);
      const entry = { school_id: key.school_id, origin: 'session' as const, user_id: by, action, entity: 'users', now };
      await appendAudit(
        trx,
        changed.map(({ user_id, before, after }) => ({ ...entry, id: user_id, before, after })),
      );
      const ids = changed.map(({ user_id }) => user_id);
      if (found.role_id !== null && ids.length > 0) {
        const audience = roomsOf({ users: ids });
        await appendOutbox(trx, {
          school_id: key.school_id,
          event: usersEvents.rightsChanged.name,
          audience,
          payload: {},
        });
      }
      return { ids, kind, isLast: false };
    });
  }

  return task('users:change-many', payload, async ({ by, ...key }, { isLastAttempt }) => {
    let hasMoved = false;
    try {
      for (let done = await step(key, by); done; done = done.isLast ? null : await step(key, by)) {
        // An attempt that was cut off has told nobody.
        hasMoved ||= isOfPlans(done.kind);
        for (const id of done.ids) sessions.changed(id);
      }
    } catch (thrown) {
      if (isLastAttempt) await setChangeState(kysely, key, 'failed');
      throw thrown;
    } finally {
      if (hasMoved) planChanged(key.school_id);
    }
  });
}
