import type { AbsenceType } from '@kreide/core/features/absences';
import { type Language, type TextsIn, type Translate, writeDate } from '@kreide/core/kernel';
import type { ConflictPart } from '../../kernel/form/FormConflict.tsx';
import type { AbsenceForm } from './absence-form.ts';

interface Words {
  t: Translate<TextsIn<'absences'>>;
  language: Language;
  types: readonly AbsenceType[];
}

/** An absence in words, part by part: how two versions of it are compared. */
export function absenceParts({ t, language, types }: Words): ConflictPart<AbsenceForm>[] {
  const moment = (date: string, time: string) => `${writeDate(language, date, 'medium')}, ${time}`;
  return [
    { label: t('choice.label'), show: ({ type_id }) => types.find(({ id }) => id === type_id)?.meta.name },
    { label: t('form.from'), show: ({ from, fromTime }) => moment(from, fromTime) },
    { label: t('form.until'), show: ({ until, untilTime }) => moment(until, untilTime) },
    { label: t('form.note'), show: ({ excuse_note }) => excuse_note },
    { label: t('form.comment'), show: ({ comment }) => comment },
  ];
}
