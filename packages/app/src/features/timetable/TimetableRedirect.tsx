import { useLocation } from 'react-router';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useSelf } from '../../kernel/session.ts';
import { toTimetableTarget } from './target.ts';

/** `/timetable`: redirects to the right plan and keeps the query (T-2.01 to T-2.05). */
export function TimetableRedirect() {
  const self = useSelf();
  const { search } = useLocation();
  return <Redirect to={toTimetableTarget(self) + search} />;
}
