import { type TimetableQuery, VIEW_TYPES } from '@kreide/core/features/timetable';
import { isoWeekOf } from '@kreide/core/kernel';
import { type ReactNode, Suspense, useState } from 'react';
import { late } from '../../kernel/late.ts';
import { setList } from '../../kernel/preferences.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import styles from './PlanToolbar.module.css';
import { isOnPage, pageBeside, pageInView, pageTitle } from './page-steps.ts';
import type { PageSize } from './use-page-size.ts';
import { useTexts } from './use-texts.ts';

const JumpDialog = late(async () => (await import('./JumpDialog.tsx')).JumpDialog);
const VIEWS = [...VIEW_TYPES, 'list'] as const;
type View = (typeof VIEWS)[number];

interface PlanToolbarProps {
  query: TimetableQuery;
  /** Today in the school's time zone. */
  today: string;
  /** Days of the school's week. */
  days: number;
  size: PageSize;
  isList: boolean;
  /** With a screen reader every grid shows one day; then there is no view to choose but the list (T-2.30). */
  isDayOnly: boolean;
  /** Changes of each date, for the dots of the months to choose from. */
  hasChange: (date: string) => boolean;
  onChange: (changed: Partial<TimetableQuery>) => void;
  /** Shows the page of a date. */
  onJump: (date: string) => void;
  /** Further buttons at the end. */
  children: ReactNode;
}

/** Paging, today, the dates, which are a button for another date, and the view: one row. */
export function PlanToolbar({
  query,
  today,
  days,
  size,
  isList,
  isDayOnly,
  hasChange,
  onChange,
  onJump,
  children,
}: PlanToolbarProps) {
  const { t } = useTranslation('timetable');
  const texts = useTexts();
  const [isJumping, setJumping] = useState(false);
  const { viewType } = query;
  const turn = (direction: -1 | 1) => onChange({ startDate: pageBeside(query, direction).startDate });
  const view: View = isList ? 'list' : viewType;
  const views = isDayOnly ? (['day', 'list'] as const) : VIEWS;
  const choose = (next: View) => {
    setList(next === 'list');
    if (next !== 'list' && next !== viewType) onChange(pageInView(query, next, today, days));
  };
  const week = viewType === 'month' || size.isNarrow ? '' : t('weekNumber', { week: isoWeekOf(query.startDate) });
  const title = pageTitle(query, texts.formats, texts.t, size.isNarrow, today);
  return (
    <div className={styles.toolbar}>
      <IconButton icon="chevronLeft" label={t(`previous_${viewType}`)} onPress={() => turn(-1)} />
      <IconButton icon="chevronRight" label={t(`next_${viewType}`)} onPress={() => turn(1)} />
      <div className={styles.title}>
        <button
          type="button"
          title={t('jump')}
          aria-label={`${[title, week].filter(Boolean).join(' ')}, ${t('jump')}`}
          aria-haspopup="dialog"
          onClick={() => setJumping(true)}
        >
          <span>{title} </span>
          {week && <small>{week}</small>}
          <Icon name="chevronDown" size={20} />
        </button>
      </div>
      <Button look={isOnPage(query, today) ? 'quiet' : 'secondary'} onPress={() => onJump(today)}>
        {t('todayButton')}
      </Button>
      {size.isNarrow ? (
        <select
          className={styles.select}
          aria-label={t('viewLabel')}
          value={view}
          onChange={(event) => choose(event.target.value as View)}
        >
          {views.map((key) => (
            <option key={key} value={key}>
              {t(`view_${key}`)}
            </option>
          ))}
        </select>
      ) : (
        <SegmentedControl
          label={t('viewLabel')}
          segments={views.map((key) => ({ key, label: t(`view_${key}`) }))}
          value={view}
          onChange={choose}
        />
      )}
      {children}
      {isJumping && (
        <Suspense fallback={null}>
          <JumpDialog
            date={query.startDate}
            today={today}
            hasChange={hasChange}
            onJump={onJump}
            onClose={() => setJumping(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
