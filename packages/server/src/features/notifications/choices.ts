import { writeMoment } from '@kreide/core/kernel';
import type { Texts } from '../../kernel/text/texts.ts';
import type { ChoiceTeller } from '../choices/index.ts';
import { getSchool } from '../schools/index.ts';
import { listReachable } from '../users/index.ts';
import { toTopic } from './push-message.ts';
import { languageOf } from './receivers.ts';
import type { Teller } from './tell.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Tells pupils and parents of a choice, each in their own language: which one, and nothing of what anybody wished. */
export function choiceTeller({ texts, tell }: { texts: Texts; tell: Teller }): ChoiceTeller {
  return async (db, { school_id, choice, about, pupils, parents }, now) => {
    const school = await getSchool(db, school_id);
    const isParent = new Set(parents);
    const people = await listReachable(db, school_id, [...pupils, ...parents], now);
    const closes = new Date(choice.closes_at);
    const groups = Map.groupBy(people, (one) => `${languageOf(one, school)} ${isParent.has(one.id)}`);
    const messages = [...groups.values()].map((group) => {
      const [first] = group as [(typeof group)[number]];
      const language = languageOf(first, school);
      const t = texts.for(language);
      const when = writeMoment(language, closes, school.time_zone, 'medium');
      const title = isParent.has(first.id) ? (`${about}Child` as const) : about;
      const lines = [t(`notifications:choice.${title}`), choice.title];
      if (about !== 'places' && closes > now) lines.push(t('notifications:choice.until', { when }));
      return {
        text: {
          content: lines.join('\n'),
          target_type: 'account' as const,
          target_id: null,
          target_snapshot: { name: choice.title, by: null },
          told_of: `choice:${choice.id}` as const,
          named_id: null,
        },
        push: {
          kind: 'choice' as const,
          topic: toTopic('choice', school_id, `${choice.id}`),
          expires_at: about === 'places' ? new Date(now.getTime() + 3 * DAY_MS) : closes,
        },
        readers: group.map(({ id }) => id),
      };
    });
    const actions = [{ type: 'LINK_INTERNAL' as const, action: '/choices' }];
    const receivers = messages.flatMap(({ readers }, text) => readers.map((user_id) => ({ user_id, text, actions })));
    const [contents, pushes] = [messages.map(({ text }) => text), messages.map(({ push }) => push)];
    await tell(db, { school_id, texts: contents, pushes, receivers }, now);
  };
}
