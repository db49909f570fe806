import { type Change, toChangeText } from '@kreide/core/features/timetable';
import { useTexts } from './use-texts.ts';

/** Old struck through and new in inverse, and the same in words for those who do not see that. */
export function ChangeInRow({ change }: { change: Change }) {
  const { t } = useTexts();
  const none = { teacher: t('noTeacher'), room: t('noRoom'), subject: '', time: '' };
  const after = change.after ?? none[change.field];
  return (
    <>
      <span className="kt-hidden">{toChangeText(change, t)}</span>
      <span aria-hidden="true">
        {change.before && <s>{change.before}</s>} {after && <mark>{after}</mark>}
      </span>
    </>
  );
}
