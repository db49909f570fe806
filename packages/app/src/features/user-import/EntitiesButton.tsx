import { useState } from 'react';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './Import.module.css';
import { useOwnSchool, useRunActions } from './use-run.ts';

interface Added {
  readonly names: readonly string[];
  readonly left: readonly string[];
}

/**
 * Adds what the list names beside its people, before they are saved (T-7.90, T-7.91). `accepts`: somebody has said that what
 * does not look like a class is one; else such names are left out, and named.
 */
export function EntitiesButton({ accepts }: { accepts: boolean }) {
  const { t } = useTranslation(['user-import', 'errors']);
  const { permissions } = useSelf();
  const params = useOwnSchool();
  const { extract, publish } = useRunActions();
  const [added, setAdded] = useState<Added | null>(null);
  if (!permissions.includes('publish-timetable-entities')) return null;
  const add = () =>
    extract.mutate(
      { params },
      {
        onSuccess: (found) => {
          const doubtful = found.grades.filter(({ is_doubtful }) => is_doubtful).map(({ shortcut }) => shortcut);
          const left = accepts ? [] : doubtful;
          const body = {
            grades: found.grades.map(({ shortcut }) => shortcut).filter((name) => !left.includes(name)),
            teachers: found.teachers.map(({ shortcut }) => shortcut),
            ...(accepts && { accept_classes: doubtful }),
          };
          const names = [...body.grades, ...body.teachers];
          if (names.length === 0) setAdded({ names, left });
          else publish.mutate({ params, body }, { onSuccess: () => setAdded({ names, left }) });
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
        {added && added.names.length > 0 && t('entities.added', { names: added.names.join(', ') })}
        {added && added.names.length + added.left.length === 0 && t('entities.none')}{' '}
        {added && added.left.length > 0 && t('entities.left', { names: added.left.join(', ') })}
      </p>
      <Problem text={error && toReason(t, error)} />
    </>
  );
}
