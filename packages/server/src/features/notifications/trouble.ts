import type { FeatureParts } from '../../kernel/feature.ts';
import { getSchool } from '../schools/index.ts';
import { listAdministrators, listMailable, listReachable, type TellAdministrators } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAY = 24 * 60 * 60 * 1000;

type Parts = Pick<FeatureParts, 'mail' | 'texts' | 'brandOf' | 'appUrl'> & { readonly tell: Teller };

/** Tells administrators what does not go on by itself, each in their own language. */
export function troubleTeller({ mail, texts, brandOf, appUrl, tell }: Parts): TellAdministrators {
  return async (db, { school_id, kind, page, say }, now) => {
    const ids = await listAdministrators(db, school_id, now);
    const people = await listReachable(db, school_id, ids, now);
    const school = await getSchool(db, school_id);
    const expires_at = new Date(now.getTime() + DAY);
    const told = people.map(({ id, locale, firstname, lastname }) => {
      const language = languageOf({ locale }, school);
      const { subject, lines } = say(texts.for(language), language);
      return {
        content: [subject, ...lines].join('\n'),
        target_type: 'account' as const,
        target_id: id,
        target_snapshot: { name: `${firstname} ${lastname}`, by: null },
        named_id: null,
      };
    });
    const pushes = people.map(({ id }) => ({ kind: 'account' as const, topic: toTopic(kind, id), expires_at }));
    const receivers = people.map(({ id }, text) => ({ user_id: id, text, actions: [] }));
    await tell(db, { school_id, texts: told, pushes, receivers }, now);
    if (!mail) return people.length > 0;
    const { theme_color, app_name } = brandOf(school.app_branding);
    const sender = school.name || app_name;
    const mails = (await listMailable(db, school_id, ids, now)).map(({ id, email, locale }) => {
      const language = languageOf({ locale }, school);
      const t = texts.for(language);
      const { subject, lines, action } = say(t, language);
      return {
        user_id: id,
        kind,
        recipient: email,
        expires_at,
        content: {
          language,
          sender,
          color: theme_color.light,
          subject,
          lines,
          action: { text: action, url: `${appUrl()}/management/${school.uuid}/${page}` },
          reason: t('notifications:trouble.reason', { school: sender }),
          unsubscribe: null,
        },
      };
    });
    await mail.order(db, school_id, mails, now);
    return people.length + mails.length > 0;
  };
}
