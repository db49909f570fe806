import type { AppRoute, SurfaceUses } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';

/** The timetable of a person, grade, teacher, room or course (T-2.01 to T-2.16). */
export const routes: AppRoute[] = [
  {
    id: 'timetable-middle',
    path: 'timetable',
    handle: {
      headerText: 'timetable:title',
      navigation: { key: 'timetable', icon: 'timetable', order: 2 },
    },
    lazy: () => import('./own-plan-route.ts'),
  },
  {
    id: 'timetable',
    path: 'timetable/:entity/:id',
    handle: { headerText: 'timetable:title', hint: 'timetable', mutedView: 'timetables', ownWayBack: true },
    lazy: () => import('./plan-route.ts'),
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
    handle: { headerText: 'timetable:title', group: 'timetable', ownWayBack: true },
    lazy: async () => ({ Component: (await import('./NoTimetableScreen.tsx')).NoTimetableScreen }),
  },
];

/** How to embed timetables in the homepage, for the settings of the school. */
export const surfaceUses: SurfaceUses = {
  timetable: late(async () => (await import('./TimetableUse.tsx')).TimetableUse),
};
