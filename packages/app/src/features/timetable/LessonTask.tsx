import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './LessonTask.module.css';
import { TaskDialog } from './TaskDialog.tsx';
import { type TaskPlace, taskQuery } from './task-queries.ts';

/** What the teacher of a lesson has left for its day, and the way to write it; nothing where there is neither [D-8.14]. */
export function LessonTask({ place }: { place: TaskPlace }) {
  const { t } = useTranslation('lesson-task');
  const { data: task } = useQuery(taskQuery(place));
  const [isOpen, setOpen] = useState(false);
  if (!task || (task.text === '' && task.can.update === 0)) return null;
  const facts = [task.by && t('by', { name: task.by }), !task.is_for_pupils && t('onlyStaff')].filter(Boolean);
  return (
    <div className={styles.part}>
      {task.text && (
        <section aria-label={t('title')} className={styles.task}>
          <h3>
            <Icon name="list" size={16} /> {t('title')}
          </h3>
          <p className={styles.text}>{task.text}</p>
          {facts.length > 0 && <p className={styles.facts}>{facts.join(' · ')}</p>}
        </section>
      )}
      {task.can.update === 1 && (
        <Button icon={task.text ? 'edit' : 'plus'} onPress={() => setOpen(true)}>
          {t(task.text ? 'edit' : 'write')}
        </Button>
      )}
      {isOpen && <TaskDialog place={place} task={task} onClose={() => setOpen(false)} />}
    </div>
  );
}
