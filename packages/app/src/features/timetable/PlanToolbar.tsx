import { type TimetableQuery, VIEW_TYPES } from '@kreide/core/features/timetable';
import { lazy, Suspense, useState } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import styles from './PlanToolbar.module.css';
import { isOnPage, pageBeside, pageInView, pageTitle } from './page-steps.ts';
import { setList } from './preferences.ts';
import type { PageSize } from './use-page-size.ts';
import { useTexts } from './use-texts.ts';

const JumpDialog = lazy(async () => ({ default: (await import('./JumpDialog.tsx')).JumpDialog }));

interface PlanToolbarProps {
  query: TimetableQuery;
  /** Today in the school's time zone. */
  today: string;
  /** Days of the school's week. */
  days: number;
  size: PageSize;
  isList: boolean;
  /** With a screen reader every grid shows one day; then there is no view to choose (T-2.30). */
  isDayOnly: boolean;
  onChange: (changed: Partial<TimetableQuery>) => void;
}

/** Paging, today, jump to a date, view, and grid or list. */
export function PlanToolbar({ query, today, days, size, isList, isDayOnly, onChange }: PlanToolbarProps) {
  const { t } = useTranslation('timetable');
  const texts = useTexts();
  const [isJumping, setJumping] = useState(false);
  const { viewType } = query;
  const turn = (direction: -1 | 1) => onChange({ startDate: pageBeside(query, direction).startDate });
  const show = (date: string) =>
    onChange({ startDate: pageInView({ ...query, viewType: 'day', startDate: date }, viewType, '', days).startDate });
  return (
    <div className={styles.toolbar}>
      <div className={styles.paging}>
        <IconButton icon="chevronLeft" label={t(`previous_${viewType}`)} onPress={() => turn(-1)} />
        <IconButton icon="chevronRight" label={t(`next_${viewType}`)} onPress={() => turn(1)} />
        <p className={styles.title}>{pageTitle(query, texts.formats, texts.t, size.isNarrow)}</p>
      </div>
      <div className={styles.dates}>
        <Button look={isOnPage(query, today) ? 'quiet' : 'secondary'} onPress={() => show(today)}>
          {t('todayButton')}
        </Button>
        <IconButton icon="calendar" label={t('jump')} onPress={() => setJumping(true)} />
      </div>
      <div className={styles.views}>
        {!isDayOnly && (
          <SegmentedControl
            label={t('viewLabel')}
            segments={VIEW_TYPES.map((key) => ({ key, label: t(`view_${key}`) }))}
            value={viewType}
            onChange={(next) => onChange(pageInView(query, next, today, days))}
          />
        )}
        <ToggleButton className={styles.list ?? ''} isSelected={isList} onChange={setList}>
          <Icon name="list" size={20} />
          <span>{t('view_list')}</span>
        </ToggleButton>
      </div>
      {isJumping && (
        <Suspense fallback={null}>
          <JumpDialog date={query.startDate} onJump={show} onClose={() => setJumping(false)} />
        </Suspense>
      )}
    </div>
  );
}
