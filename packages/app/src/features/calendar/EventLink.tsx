import type { CalendarEntry } from '@kreide/core/features/calendar';
import type { CSSProperties, ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { classes } from '../../ui/classes.ts';
import { Link } from '../../ui/Link.tsx';
import styles from './Calendar.module.css';
import { useWords } from './use-words.ts';

interface EventLinkProps {
  event: CalendarEntry;
  className?: string | undefined;
  style?: CSSProperties;
  children: ReactNode;
}

/** Opens the details of an event above what is on screen; its name says when and where it is, also where there is no room for it. */
export function EventLink({ event, className, style, children }: EventLinkProps) {
  const { t } = useTranslation('calendar');
  const { whenOf } = useWords();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { id } = useSelf();
  const to = `/calendar/${id}/event/${event.id}${search}`;
  return (
    <Link
      to={to}
      className={classes(styles.event, styles[event.category.toLowerCase()], className)}
      style={style}
      onClick={(press) => {
        if (press.button !== 0 || press.metaKey || press.ctrlKey || press.shiftKey || press.altKey) return;
        press.preventDefault();
        void navigate(to, { state: { isFromCalendar: true } });
      }}
    >
      {children}
      <span className={styles.unseen}>
        {['', whenOf(event), event.location, t(`category_${event.category}`)]
          .filter((part) => part !== null)
          .join(', ')}
      </span>
    </Link>
  );
}
