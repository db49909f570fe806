import type { ViewType } from '@kreide/core/features/timetable';
import { createPortal } from 'react-dom';
import { setScreenReader } from '../../kernel/preferences.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import styles from './ScreenReaderSwitch.module.css';

interface ScreenReaderLinkProps {
  hasScreenReader: boolean;
  /** Called when the view changes to one day, or back to the week. */
  onSwitch: (viewType: ViewType) => void;
}

/**
 * "I use a screen reader": the first Tab stop of the page, invisible until focused. A page cannot detect a screen
 * reader (T-2.30, T-4.49).
 */
export function ScreenReaderLink({ hasScreenReader, onSwitch }: ScreenReaderLinkProps) {
  const { t } = useTranslation('timetable');
  const viewType = hasScreenReader ? 'week' : 'day';
  return createPortal(
    <nav aria-label={t('readerLabel')} className={styles.place}>
      <Link
        className={styles.link}
        to={`?viewType=${viewType}`}
        replace
        onClick={(event) => {
          event.preventDefault();
          setScreenReader(!hasScreenReader);
          onSwitch(viewType);
        }}
      >
        {t(hasScreenReader ? 'readerOff' : 'readerOn')}
      </Link>
    </nav>,
    firstPlace(),
  );
}

/** First in the document, so that it comes before the skip link. */
function firstPlace(): HTMLElement {
  const known = document.getElementById('first-stop');
  if (known) return known;
  const place = document.createElement('div');
  place.id = 'first-stop';
  document.body.prepend(place);
  return place;
}

/** Says that only single days are shown and why, and turns that off. */
export function ScreenReaderNote() {
  const { t } = useTranslation('timetable');
  return (
    <div className={styles.note}>
      <p>{t('readerNote')}</p>
      <Button look="quiet" onPress={() => setScreenReader(false)}>
        {t('readerAllViews')}
      </Button>
    </div>
  );
}
