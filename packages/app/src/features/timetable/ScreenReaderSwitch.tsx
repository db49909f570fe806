import type { ViewType } from '@kreide/core/features/timetable';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { setScreenReader } from './preferences.ts';
import styles from './ScreenReaderSwitch.module.css';

interface ScreenReaderLinkProps {
  hasScreenReader: boolean;
  /** The day is to be shown from now on, or again the week. */
  onSwitch: (viewType: ViewType) => void;
}

/**
 * "I use a screen reader": the very first Tab stop of the page, unseen until it has the focus. A page cannot find out by itself
 * (T-2.30, T-4.49).
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

/** Before everything else of the document, so that it comes before the link past the navigation. */
function firstPlace(): HTMLElement {
  const known = document.getElementById('first-stop');
  if (known) return known;
  const place = document.createElement('div');
  place.id = 'first-stop';
  document.body.prepend(place);
  return place;
}

/** Tells that only days are shown and why, and switches it off. */
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
