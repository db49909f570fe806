import { courseColorsOf, HUES, type Hue, timetableApi, withCourseColor } from '@kreide/core/features/timetable';
import { usersApi } from '@kreide/core/features/users';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { mutationOf, updateQueries } from '../../kernel/data.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import styles from './LessonDialog.module.css';

const COLORS = 'users.timetable.colors';
const setColor = mutationOf(timetableApi.setCourseColor, {
  messages: false,
  touches: [usersApi.getSelf],
  echo: ({ body }) =>
    updateQueries(usersApi.getSelf, (self) => {
      const colors = withCourseColor(courseColorsOf(self.properties), body);
      return { ...self, properties: { ...self.properties, [COLORS]: colors } };
    }),
});

/** The twelve colours for a course, and that of its subject (T-2.151). */
export function ColorPicker({ course }: { course: number }) {
  const { t } = useTranslation(['courses', 'errors']);
  const self = useSelf();
  const name = useId();
  const { mutate } = useMutation(setColor);
  const given = courseColorsOf(self.properties).find((one) => one.course_id === course)?.color ?? null;
  const choose = (color: Hue | null) =>
    mutate(
      { params: { id: `${self.id}` }, body: { course_id: course, color } },
      { onError: (error) => toasts.show('error', t('failed', { reason: toReason(t, error) })) },
    );
  return (
    <fieldset className={styles.colors}>
      <legend>{t('colors.label')}</legend>
      <label>
        <input type="radio" name={name} checked={given === null} onChange={() => choose(null)} />
        {t('colors.own')}
      </label>
      {HUES.map((hue) => (
        <label key={hue} className={`kt-${hue}`}>
          <input type="radio" name={name} checked={given === hue} onChange={() => choose(hue)} />
          <span aria-hidden="true" />
          {t(`colors.${hue}`)}
        </label>
      ))}
    </fieldset>
  );
}
