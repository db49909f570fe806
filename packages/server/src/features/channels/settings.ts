import type { channelsApi } from '@kreide/core/features/channels';
import { hasChannels, hasContentModeration, hasReactions } from '@kreide/core/features/schools';
import { CONTACT_PROPERTIES, contactRulesOf } from '@kreide/core/features/users';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { getSchool, setSchoolProperties } from '../schools/index.ts';

type Api = typeof channelsApi;

const toSettings = ({ properties }: { properties: unknown }) => ({
  channels: hasChannels(properties),
  reactions: hasReactions(properties),
  basic_admin_content_moderation: hasContentModeration(properties),
  ...contactRulesOf(properties),
});

/** What a school decides about channels. */
export function settingsHandlers() {
  return {
    async getSettings({ params, actor, db, fail }: HandlerContext<Api['getSettings']>) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: toSettings(await getSchool(db, actor.school_id)) };
    },

    async updateSettings({ params, body, actor, write, record, fail }: HandlerContext<Api['updateSettings']>) {
      if (params.id !== actor.school_id) return fail('not_found');
      const trx = await write();
      const before = toSettings(await getSchool(trx, actor.school_id));
      const after = { ...before, ...body };
      const { channels, reactions, pupils, parents, basic_admin_content_moderation } = after;
      await setSchoolProperties(trx, actor.school_id, {
        channels,
        reactions,
        basic_admin_content_moderation,
        [CONTACT_PROPERTIES.pupils]: pupils,
        [CONTACT_PROPERTIES.parents]: parents,
      });
      record({ entity: 'schools', id: actor.school_id, before, after });
      return { data: toSettings(await getSchool(trx, actor.school_id)) };
    },
  };
}
