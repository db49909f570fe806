import { addDays, isoWeekOf, type Language, mondayOf, writeDate } from '@kreide/core/kernel';
import { useLocation } from 'react-router';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton, LinkButton } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import styles from './Calendar.module.css';
import { type CalendarView, dateBeside, GRID_VIEWS, type GridView, isShown } from './calendar-view.ts';

const VIEWS = [...GRID_VIEWS, 'list'] as const;

interface CalendarToolbarProps {
  part: CalendarView;
  view: GridView;
  date: string;
  today: string;
  isNarrow: boolean;
  onShow: (next: { part?: CalendarView; view?: GridView; date?: string }) => void;
}

function titleOf(language: Language, view: GridView, date: string, isNarrow: boolean): string {
  if (view === 'month') return writeDate(language, date, 'month');
  if (view === 'day') return writeDate(language, date, isNarrow ? 'weekdayBrief' : 'weekday');
  const [first, last] = [mondayOf(date), addDays(mondayOf(date), 6)];
  const style = isNarrow ? 'dayMonthShort' : 'dayMonth';
  return `${writeDate(language, first, style)} \u2013 ${writeDate(language, last, isNarrow ? style : 'long')}`;
}

/** Paging, today, the view, and a new event. */
export function CalendarToolbar({ part, view, date, today, isNarrow, onShow }: CalendarToolbarProps) {
  const { t, language } = useTranslation('calendar');
  const { permissions } = useSelf();
  const { search } = useLocation();
  const shown = part === 'list' ? 'list' : view;
  const choose = (next: GridView | 'list') => onShow(next === 'list' ? { part: 'list' } : { part: 'grid', view: next });
  const creation = new URLSearchParams(search);
  creation.set('event-creation', 'true');
  return (
    <div className={styles.toolbar}>
      {part === 'grid' && (
        <div className={styles.paging}>
          <IconButton
            icon="chevronLeft"
            label={t('earlier')}
            onPress={() => onShow({ date: dateBeside(date, view, -1) })}
          />
          <IconButton
            icon="chevronRight"
            label={t('later')}
            onPress={() => onShow({ date: dateBeside(date, view, 1) })}
          />
          <h2 className={styles.title} aria-live="polite">
            {titleOf(language, view, date, isNarrow)}
            {view !== 'month' && !isNarrow && <small>{t('week', { week: isoWeekOf(date) })}</small>}
          </h2>
          <Button look={isShown(today, date, view) ? 'quiet' : 'secondary'} onPress={() => onShow({ date: today })}>
            {t('today')}
          </Button>
        </div>
      )}
      <div className={styles.views}>
        <SegmentedControl
          label={t('view.label')}
          segments={VIEWS.map((key) => ({ key, label: t(`view.${key}`) }))}
          value={shown}
          onChange={choose}
        />
        {/* On a phone the middle of the bar offers it. */}
        {!isNarrow && permissions.includes('create-events') && (
          <LinkButton look="primary" icon="plus" href={`?${creation}`}>
            {t('new')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
