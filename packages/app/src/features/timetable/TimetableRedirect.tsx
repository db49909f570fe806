import { Navigate, useLocation } from 'react-router';
import { useSelf } from '../../kernel/session.ts';
import { toTimetableTarget } from './target.ts';

/** `/timetable`: redirects to the right plan and keeps the query (T-2.01 to T-2.05). */
export function TimetableRedirect() {
  const self = useSelf();
  const { search } = useLocation();
  return <Navigate to={toTimetableTarget(self) + search} replace />;
}
