import {
  FEEDBACK_PER_HOUR,
  type FeedbackDraft,
  hasSupport,
  type helpApi,
  SUPPORT_PROPERTY,
  supportAbilitiesOf,
} from '@kreide/core/features/help';
import { ApiError, type Language } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { getSchool, lockSchool, setSchoolProperties } from '../schools/index.ts';
import { findProfile, lockUser } from '../users/index.ts';
import { countRecent, storeFeedback } from './queries/feedback.ts';

type Api = typeof helpApi;
export type FeedbackParts = Pick<FeatureParts, 'mail' | 'texts' | 'brandOf' | 'supportMail'>;

const HOUR_SECONDS = 60 * 60;
const WEEK_MS = 7 * 24 * HOUR_SECONDS * 1000;

/** What people write to those who run the product: kept here, and mailed to the address of the installation. */
export function feedbackHandlers({ mail, texts, brandOf, supportMail }: FeedbackParts) {
  async function contactOf(db: Kysely<DB>, actor: Actor) {
    const { properties } = await getSchool(db, actor.school_id);
    const is_enabled = hasSupport(properties);
    const email = (await findProfile(db, actor))?.email ?? null;
    return { is_enabled, email, can: supportAbilitiesOf(actor, is_enabled) };
  }

  async function order(trx: Kysely<DB>, actor: Actor, draft: FeedbackDraft, language: Language, now: Date) {
    if (!mail || supportMail === null) return false;
    const t = texts.for(language);
    const [school, person] = [await getSchool(trx, actor.school_id), await findProfile(trx, actor)];
    const { theme_color, app_name } = brandOf(school.app_branding);
    const sender = school.name || app_name;
    const lines = [
      ...draft.text.split(/\n+/).filter((line) => line.trim() !== ''),
      t('help:mail.from', {
        name: person ? `${person.firstname} ${person.lastname}` : '',
        email: person?.email ?? '–',
      }),
      t('help:mail.school', { school: sender, slink: actor.slink }),
      ...(draft.code === null ? [] : [t('help:mail.code', { code: draft.code })]),
      ...draft.facts.map(({ name, value }) => `${t(`help:report.fact.${name}`)}: ${value}`),
    ];
    const subject = t(`help:mail.${draft.kind}`, { app: app_name });
    const reason = t('help:mail.reason');
    const content = {
      language,
      sender,
      color: theme_color.light,
      subject,
      lines,
      action: null,
      reason,
      unsubscribe: null,
    };
    const expires_at = new Date(now.getTime() + WEEK_MS);
    const letter = { user_id: actor.user_id, kind: 'feedback', recipient: supportMail, content, expires_at };
    await mail.order(trx, actor.school_id, [letter], now);
    return true;
  }

  return {
    async getSupport({ actor, db }: HandlerContext<Api['getSupport']>) {
      return { data: await contactOf(db, actor) };
    },

    async updateSupport({ actor, body, write, record }: HandlerContext<Api['updateSupport']>) {
      const trx = await write();
      await lockSchool(trx, actor.school_id);
      const { is_enabled } = await contactOf(trx, actor);
      await setSchoolProperties(trx, actor.school_id, { [SUPPORT_PROPERTY]: body.is_enabled });
      record({
        entity: 'schools',
        id: actor.school_id,
        before: { is_on: is_enabled },
        after: { is_on: body.is_enabled },
      });
      return { data: await contactOf(trx, actor) };
    },

    async sendFeedback({ actor, body, query, language, now, write, fail }: HandlerContext<Api['sendFeedback']>) {
      const trx = await write();
      const isMail = query.no_email !== true;
      if (isMail && (await contactOf(trx, actor)).can.write !== 1) return fail('support_off');
      // Those sent at once do not pass the limit together.
      await lockUser(trx, actor.school_id, actor.user_id);
      if ((await countRecent(trx, actor, now)) >= FEEDBACK_PER_HOUR)
        throw new ApiError({ code: 'too_many', retry_after: HOUR_SECONDS, params: { seconds: HOUR_SECONDS } });
      const is_mailed = isMail && (await order(trx, actor, body, language, now));
      const { school_id, user_id } = actor;
      await storeFeedback(trx, { ...body, school_id, user_id, is_mailed, created_at: now.toISOString() });
      return { data: { is_mailed } };
    },
  };
}
