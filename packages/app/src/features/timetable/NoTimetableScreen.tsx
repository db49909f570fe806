import { ENTITIES } from '@kreide/core/features/timetable';
import { usersApi } from '@kreide/core/features/users';
import { useParams } from 'react-router';
import { invalidateQueries } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './NoTimetableScreen.module.css';
import { PlanFinder } from './PlanFinder.tsx';
import { TimetableRedirect } from './TimetableRedirect.tsx';
import { toTimetableTarget } from './target.ts';

/** Says that there is no plan to show, why, and what to do; users who may see other plans find them here (T-2.12). */
export function NoTimetableScreen() {
  const { t } = useTranslation(['timetable', 'shell']);
  const self = useSelf();
  const { id, entity } = useParams();
  const isNamed = id !== undefined && ENTITIES.some((known) => known === entity);
  // A plan has appeared meanwhile: leave this page automatically.
  if (!isNamed && toTimetableTarget(self) !== '/no-timetable') return <TimetableRedirect />;
  const text = isNamed ? 'noneNamedText' : self.type === 'PARENT' ? 'noneParentText' : 'noneText';
  return (
    <div className={styles.screen}>
      <EmptyState
        icon="timetable"
        title={t('noneTitle')}
        text={t(text)}
        action={
          <Button icon="refresh" onPress={() => invalidateQueries(usersApi.getSelf)}>
            {t('shell:retry')}
          </Button>
        }
      />
      {self.permissions.includes('view-timetable-all') && <PlanFinder />}
    </div>
  );
}
