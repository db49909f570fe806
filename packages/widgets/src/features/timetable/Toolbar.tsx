import type { DateRange } from '@kreide/core/features/timetable';
import { VIEWS, type View } from './days.ts';
import type { TimetableTexts } from './texts.ts';

export interface ToolbarProps extends TimetableTexts {
  readonly name: string;
  readonly view: View;
  readonly range: DateRange;
  readonly onPage: (direction: 1 | -1) => void;
  readonly onToday: () => void;
  readonly onView: (view: View) => void;
}

/** What is shown, and the navigation to other days and views. */
export function Toolbar({ t, formats, name, view, range, onPage, onToday, onView }: ToolbarProps) {
  const step = view === 'day' ? 'day' : 'week';
  const { begins_at, ends_at } = range;
  return (
    <div className={t('goToday') === '' ? 'k-toolbar k-wordless' : 'k-toolbar'} part="toolbar">
      <div className="k-title" part="title">
        <h2>{name}</h2>
        <p>
          {begins_at === ends_at
            ? formats.date(begins_at)
            : t('range', { from: formats.dayMonth(begins_at), to: formats.dayMonth(ends_at) })}
        </p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms */}
      <div role="group" className="k-views" part="views" aria-label={t('views')}>
        {VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            className="k-button"
            part="button"
            aria-pressed={one === view}
            onClick={() => onView(one)}
          >
            {t(`view_${one}`)}
          </button>
        ))}
      </div>
      <div className="k-pages">
        <button
          type="button"
          className="k-button"
          part="button"
          aria-label={t(`previous_${step}`)}
          onClick={() => onPage(-1)}
        >
          <span className="k-arrow k-back" />
        </button>
        <button type="button" className="k-button" part="button" onClick={onToday}>
          {t('goToday')}
        </button>
        <button
          type="button"
          className="k-button"
          part="button"
          aria-label={t(`next_${step}`)}
          onClick={() => onPage(1)}
        >
          <span className="k-arrow" />
        </button>
      </div>
    </div>
  );
}
