import type { ChannelMember } from '@kreide/core/features/channels';
import { type Language, type TextsIn, type Translate, toLocal, writeDate } from '@kreide/core/kernel';

interface Words {
  t: Translate<TextsIn<'channels'>>;
  language: Language;
  timeZone: string;
}

/**
 * What stands below somebody’s name, exactly one thing (C-3.53): that they have not signed in yet, when their account ends,
 * since when they take the course, or what they are and how they came into the channel.
 */
export function describeMember(
  {
    state,
    expire_at,
    enrolment,
    method,
    meta,
  }: Pick<ChannelMember, 'state' | 'expire_at' | 'enrolment' | 'method' | 'meta'>,
  { t, language, timeZone }: Words,
): string {
  const write = (date: string) => writeDate(language, date, 'medium');
  if (state === 'PENDING') return t('member.pending');
  if (expire_at !== null) return t('member.until', { date: write(toLocal(new Date(expire_at), timeZone).date) });
  if (enrolment?.is_whole_year) return t('member.wholeYear');
  if (enrolment?.left_at) return t('member.span', { from: write(enrolment.joined_at), to: write(enrolment.left_at) });
  if (enrolment) return t('member.since', { from: write(enrolment.joined_at) });
  const how = t(`member.${method}`);
  return meta.subtitle === null ? how : `${meta.subtitle} · ${how}`;
}
