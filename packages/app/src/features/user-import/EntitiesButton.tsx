import { useState } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './Import.module.css';
import { useOwnSchool, useRunActions } from './use-run.ts';

/** Adds what the list names beside its people, before they are saved (T-7.90, T-7.91). */
export function EntitiesButton() {
  const { t } = useTranslation(['user-import', 'errors']);
  const { permissions } = useSelf();
  const params = useOwnSchool();
  const { extract, publish } = useRunActions();
  const [added, setAdded] = useState<readonly string[] | null>(null);
  if (!permissions.includes('publish-timetable-entities')) return null;
  const add = () =>
    extract.mutate(
      { params },
      {
        onSuccess: (found) => {
          const body = {
            grades: found.grades.map(({ shortcut }) => shortcut),
            teachers: found.teachers.map(({ shortcut }) => shortcut),
          };
          const names = [...body.grades, ...body.teachers];
          if (names.length === 0) setAdded([]);
          else publish.mutate({ params, body }, { onSuccess: () => setAdded(names) });
        },
      },
    );
  const error = extract.error ?? publish.error;
  return (
    <>
      <div className={styles.actions}>
        <Button icon="plus" isPending={extract.isPending || publish.isPending} onPress={add}>
          {t('entities.add')}
        </Button>
      </div>
      <p role="status" className={styles.hint}>
        {added && (added.length > 0 ? t('entities.added', { names: added.join(', ') }) : t('entities.none'))}
      </p>
      <Problem text={error && t(`errors:${error.code}`)} />
    </>
  );
}
