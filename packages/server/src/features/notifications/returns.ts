import type { Texts } from '../../kernel/text/texts.ts';
import type { ReturnTeller } from '../cloud/index.ts';
import { getSchool } from '../schools/index.ts';
import { listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Days for which a device that is off is still called. */
const DAYS = 3;

/** Tells a pupil that work was given back, and in which folder: what the remark says is read there. */
export function returnTeller({ texts, tell }: { texts: Texts; tell: Teller }): ReturnTeller {
  return async (db, { school_id, channel_id, user_id, uuid, folder, by, by_id }, now) => {
    const [person] = await listReachable(db, school_id, [user_id], now);
    if (!person) return;
    const t = texts.for(languageOf(person, await getSchool(db, school_id)));
    const told = {
      content: [t('notifications:returned.title'), folder.name, by].join('\n'),
      target_type: 'account' as const,
      target_id: null,
      target_snapshot: { name: folder.name, by },
      told_of: `return:${uuid}` as const,
      named_id: by_id,
    };
    const push = {
      kind: 'returned' as const,
      topic: toTopic('returned', school_id, uuid),
      expires_at: new Date(now.getTime() + DAYS * DAY),
    };
    const action = `/cloud/files/${channel_id}/${folder.uuid}`;
    const receivers = [{ user_id, text: 0, actions: [{ type: 'LINK_INTERNAL' as const, action }] }];
    await tell(db, { school_id, texts: [told], pushes: [push], receivers }, now);
  };
}
