import type { RouteObject } from 'react-router';

/** The timetable of a person, grade, teacher, room or course (T-2.01 to T-2.16). */
export const routes: RouteObject[] = [
  {
    id: 'timetable-middle',
    path: 'timetable',
    handle: { headerText: 'timetable:title' },
    lazy: async () => ({ Component: (await import('./TimetableRedirect.tsx')).TimetableRedirect }),
  },
  {
    id: 'timetable',
    path: 'timetable/:entity/:id',
    handle: { headerText: 'timetable:title' },
    lazy: async () => ({ Component: (await import('./TimetableScreen.tsx')).TimetableScreen }),
    children: [
      {
        id: 'course-details',
        path: 'lesson/:lessonId',
        handle: { isOverlay: true },
        lazy: async () => ({ Component: (await import('./LessonDialog.tsx')).LessonDialog }),
      },
    ],
  },
  {
    id: 'no-timetable',
    path: 'no-timetable/:id?/:entity?',
    handle: { headerText: 'timetable:title' },
    lazy: async () => ({ Component: (await import('./NoTimetableScreen.tsx')).NoTimetableScreen }),
  },
];
