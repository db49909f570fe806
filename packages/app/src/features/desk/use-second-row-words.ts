import type { RefusedSecondRow, SecondRowAnswer } from '@kreide/core/features/desk';
import { useTranslation } from '../../kernel/use-translation.ts';
import { useDeskWords } from './use-desk-words.ts';

type Consequence = SecondRowAnswer['consequences'][number];

/** Answers beside people in words: what, why, and what follows. */
export function useSecondRowWords() {
  const { t } = useTranslation('desk');
  const { nameLesson, placeLesson } = useDeskWords();
  const sayConsequence = (one: Consequence): string => {
    if (one.consequence === 'ends_at' || one.consequence === 'begins_at')
      return t(`second.result.${one.consequence}`, { time: one.time });
    if (one.consequence === 'pupils') return t('second.result.pupils', { total: one.count });
    if (one.consequence === 'too_many') return t('second.result.too_many', { total: one.count, seats: one.capacity });
    return t(`second.result.${one.consequence}`);
  };
  return {
    /** "Merge with 10c Mathematics · Period 3 · Ky · 105". */
    nameAnswer: ({ kind, other }: SecondRowAnswer): string => {
      if (kind === 'DROP' || kind === 'ALONE' || other === null) return t(`second.kind.${kind}`);
      if (kind === 'TWO_ROOMS')
        return t('second.name.TWO_ROOMS', { name: other.teachers.map(({ shortcut }) => shortcut).join(', ') });
      return t(`second.name.${kind}`, { name: `${nameLesson(other)} · ${placeLesson(other)}` });
    },
    sayReasons: ({ reasons }: SecondRowAnswer): string =>
      reasons.map(({ reason }) => t(`second.reason.${reason}`)).join(', '),
    sayConsequences: ({ consequences }: SecondRowAnswer): string => `→ ${consequences.map(sayConsequence).join(', ')}`,
    sayRefusal: ({ reason, core_begins_at, core_ends_at }: RefusedSecondRow): string =>
      reason === 'in_core_time'
        ? t('second.not.in_core_time', { from: core_begins_at ?? '', until: core_ends_at ?? '' })
        : t(`second.not.${reason}`),
  };
}
