import {
  DIGEST_AT,
  type MUTABLE_KINDS,
  type NotificationSettings,
  nextDigest,
  type notificationsApi,
  QUIET_DEFAULT,
} from '@kreide/core/features/notifications';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { getPersonalChannel } from '../channels/index.ts';
import { listMailable, requireSelf } from '../users/index.ts';
import { DIGEST_ENDED, endDigests } from './digest-off.ts';
import { parseDigestToken } from './digest-token.ts';
import { moveDigests } from './queries/digests.ts';
import { listSettings, OF_SCHOOL, saveSettings } from './queries/settings.ts';

type Api = typeof notificationsApi;

/** How people and schools want to be told (D-6.03, P-7.50). */
export function settingsHandlers({ mail, secret }: Pick<FeatureParts, 'mail' | 'secret'>) {
  async function readSettings(
    db: Kysely<DB>,
    schoolId: number,
    userId: number,
    now: Date,
  ): Promise<NotificationSettings> {
    const known = await listSettings(db, schoolId, [userId]);
    const own = known.get(userId);
    const ofSchool = known.get(OF_SCHOOL);
    const isReachable = mail !== null && (await listMailable(db, schoolId, [userId], now)).length > 0;
    return {
      quiet: own?.quiet ?? null,
      muted_kinds: (own?.muted_kinds ?? []) as (typeof MUTABLE_KINDS)[number][],
      paused_until: own?.paused_until ?? null,
      school_quiet: ofSchool?.quiet ?? QUIET_DEFAULT,
      digest: own?.digest ?? 'off',
      reminder_mail: own?.reminder_mail ?? false,
      digest_at: ofSchool?.digest_at ?? DIGEST_AT,
      mail: isReachable ? 'ready' : mail === null ? 'off' : 'no_address',
    };
  }

  return {
    async getSettings({ params, actor, db, now, fail }: HandlerContext<Api['getSettings']>) {
      const { school_id, user_id } = await requireSelf({ params, actor, db, fail });
      return { data: await readSettings(db, school_id, user_id, now) };
    },

    async updateSettings(context: HandlerContext<Api['updateSettings']>) {
      const { school_id, user_id } = await requireSelf(context);
      const { body, actor, now, write, record } = context;
      const { digest: rhythm, ...values } = body;
      const db = await write();
      const before = await readSettings(db, school_id, user_id, now);
      await saveSettings(db, school_id, user_id, values);
      if (rhythm === 'off') await endDigests(db, { school_id, user_id });
      else if (rhythm !== undefined && rhythm !== before.digest) {
        const next_at = nextDigest(rhythm, before.digest_at, now, actor.time_zone).toISOString();
        // What came before is no news; who only changes the rhythm is still told what the last one has not.
        const seq = before.digest === 'off' && (await getPersonalChannel(db, school_id, user_id)).messages_sent;
        await saveSettings(db, school_id, user_id, { digest: { rhythm, next_at, ...(seq === false ? {} : { seq }) } });
      }
      record({ entity: 'notification_settings', id: user_id, before: { ...before }, after: { ...before, ...body } });
      return { data: await readSettings(db, school_id, user_id, now) };
    },

    async pause(context: HandlerContext<Api['pause']>) {
      const { school_id, user_id } = await requireSelf(context);
      const { body, now, write, record } = context;
      const db = await write();
      await saveSettings(db, school_id, user_id, { paused_until: body.until });
      record({ entity: 'notification_settings', id: user_id, after: { paused_until: body.until } });
      return { data: await readSettings(db, school_id, user_id, now) };
    },

    async updateSchoolSettings({ body, actor, now, write, record }: HandlerContext<Api['updateSchoolSettings']>) {
      const { school_id, time_zone } = actor;
      const db = await write();
      const { school_quiet, digest_at } = await readSettings(db, school_id, OF_SCHOOL, now);
      await saveSettings(db, school_id, OF_SCHOOL, body);
      if (body.digest_at !== digest_at) await moveDigests(db, school_id, { at: body.digest_at, zone: time_zone }, now);
      const before = { ...school_quiet, digest_at };
      const after = { ...body.quiet, digest_at: body.digest_at };
      record({ entity: 'notification_settings', id: OF_SCHOOL, before, after });
      return { data: body };
    },

    async unsubscribe({ body, db, write, record, fail }: HandlerContext<Api['unsubscribe']>) {
      const owner = parseDigestToken(secret, body.token);
      if (!owner) return fail('not_found');
      // Whoever presses the button twice has no digests either.
      const known = (await listSettings(db, owner.school_id, [owner.user_id])).get(owner.user_id);
      if (!known || known.digest === 'off') return;
      await endDigests(await write(), owner);
      record({ ...DIGEST_ENDED, id: owner.user_id, by: owner });
    },
  };
}
